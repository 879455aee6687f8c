/* The map of the board, and what lies on it. */

var map = { svg: find(".map"), tokens: new Map() }, track = { svg: find(".track"), tokens: new Map() };

function fixed() {
  var board = now.board, places = board.places || {}, names = Object.keys(places);
  map.svg.textContent = "";
  map.tokens.clear();
  map.svg.toggleAttribute("hidden", !names.length);
  root.classList.toggle("without-map", !names.length);
  root.classList.toggle("without-track", !board.track);
  map.svg.setAttribute("viewBox", "0 0 " + (board.width || 1) + " " + (board.height || 1));
  map.svg.style.maxWidth = Math.round((board.width || 0) * 1.25) + "px";
  var ground = node("g", { "class": "ground" });
  names.forEach(function (id) {
    var place = places[id];
    ground.append(node("path", { "class": "place " + (place.tone || ""), d: place.outline, "data-place": id }));
  });
  (board.edges || []).forEach(function (edge) {
    var path = node("path", { "class": "edge " + edge.kind, d: edge.outline });
    path.append(node("title", {}, edge.label || ""));
    ground.append(path);
  });
  names.forEach(function (id, i) {
    var place = places[id], name;
    if (place.along) {
      name = node("text", { "class": "name" });
      var on = node("textPath", { href: "#along" + i, startOffset: "50%" }, place.label);
      name.append(on);
      ground.append(node("path", { id: "along" + i, d: place.along, fill: "none" }));
    } else {
      name = node("text", { "class": "name", x: place.at[0], y: place.at[1] }, place.label);
    }
    ground.append(name);
  });
  Object.keys(board.sides || {}).forEach(function (id) {
    ground.append(node("text", { "class": "side", x: board.sides[id][0], y: board.sides[id][1], "data-side": id }));
  });
  map.svg.append(ground, node("g", { "class": "cards" }), node("g", { "class": "counts" }), node("g", { "class": "trails" }), node("g", { "class": "tokens" }));
}

function chipRow(group, pile, box, y) {
  var kinds = Object.keys(pile).filter(function (kind) { return pile[kind]; });
  var size = Math.min(27, (box[2] - 8) / Math.max(1, kinds.length));
  kinds.forEach(function (kind, i) {
    var look = (now.board.kinds || {})[kind] || { label: kind, short: kind };
    var chip = coloured(node("g", { "class": "kind", transform: "translate(" + (box[0] + (i - (kinds.length - 1) / 2) * size) + "," + y + ")" }), look);
    chip.append(node("title", {}, pile[kind] + " " + look.label));
    chip.append(node("rect", { "class": "body", x: -size / 2 + 1, y: -9, width: size - 2, height: 18, rx: 3 }));
    chip.append(node("text", { y: 4 }, (look.short || kind) + (pile[kind] > 1 ? "·" + pile[kind] : "")));
    group.append(chip);
  });
}

/* One slot of a card that lies on the board; of a path, one of its spaces. */
function slotOf(card, box, numbers, i) {
  var path = card.marker !== undefined, told = card.slots[numbers[i]], spot = slotPlace(box, numbers.length, i, path);
  var kind = "slot" + (path && card.marker === Number(numbers[i]) ? " marked" : "") + (told.need ? " needs" : "");
  var part = coloured(node("g", { "class": kind, transform: "translate(" + spot.x + "," + spot.y + ")" }), told);
  part.append(node("title", {}, numbers[i] + ": " + (told.text || "")));
  if (path) {
    part.append(node("rect", { x: -spot.size / 2 + 2, y: -8, width: spot.size - 4, height: 16, rx: 3 }), node("text", { y: 4 }, numbers[i]));
  } else {
    part.append(node("circle", { "class": told.mark || "", r: spot.size / 2 - 2 }), node("text", { y: 4 }, told.token ? "" : told.need || ""));
  }
  return part;
}

function cards(scene) {
  var layer = map.svg.querySelector(".cards");
  layer.textContent = "";
  Object.keys(scene.laid || {}).forEach(function (id) {
    var card = scene.laid[id], place = (now.board.places || {})[card.place];
    if (!place || !place.laid) { return; }
    var box = place.laid, numbers = Object.keys(card.slots || {});
    var group = node("g", { "class": "laid" + (card.lit ? " lit" : "") + (card.marker !== undefined ? " path" : ""), "data-card": id });
    var title = node("text", { "class": "title", x: box[0], y: box[1] - box[3] / 2 + 14 }, card.title);
    group.append(node("title", {}, card.title));
    group.append(node("rect", { "class": "back", x: box[0] - box[2] / 2, y: box[1] - box[3] / 2, width: box[2], height: box[3], rx: 7 }), title);
    numbers.forEach(function (_, i) { group.append(slotOf(card, box, numbers, i)); });
    if (card.pile) { chipRow(group, card.pile, box, box[1] + box[3] / 2 - 12); }
    layer.append(group);
    if (title.getComputedTextLength() > box[2] - 8) {
      title.setAttribute("textLength", box[2] - 8);
      title.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  });
}

/* Whose side of the board is whose, and whose turn it is. */
function sides(scene) {
  map.svg.querySelectorAll(".side").forEach(function (name) {
    var seat = (scene.seats || {})[name.dataset.side], marks = seat ? seat.marks || [] : [];
    name.textContent = seat ? [seat.name].concat(marks).join(" · ") : "";
    name.classList.toggle("on", marks.indexOf("turn") >= 0);
  });
}

function counts(scene) {
  var layer = map.svg.querySelector(".counts");
  layer.textContent = "";
  Object.keys(now.board.places || {}).forEach(function (id) {
    var place = now.board.places[id];
    if (!place.stack) { return; }
    var count = ((scene.standing || {})[id] || []).length + ((scene.unknown || {})[id] || 0);
    layer.append(node("text", { "class": "count", x: place.room[0], y: place.room[1] + 8, "data-count": id }, count || ""));
  });
}
