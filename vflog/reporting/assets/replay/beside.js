/* What lies before players and beside the board. */

function entry(title, told, changed) {
  var box = html("div", changed ? "entry changed" : "entry");
  box.dataset.entry = title;
  box.append(html("dt", "", title));
  var value = html("dd");
  (told.tokens || []).forEach(function (token) { value.append(named(token)); });
  Object.keys(told.cards || {}).forEach(function (kind) {
    var look = (now.board.kinds || {})[kind] || { label: kind, short: kind };
    var chip = coloured(html("span", "kind", (look.short || kind) + (told.cards[kind] > 1 ? " ×" + told.cards[kind] : "")), look);
    chip.title = told.cards[kind] + " " + look.label;
    chip.dataset.kind = kind;
    chip.dataset.count = told.cards[kind];
    value.append(chip);
  });
  if (told.text) { value.append(html("span", told.cards && Object.keys(told.cards).length ? "sum" : "text", told.text)); }
  box.append(value);
  return box;
}

function named(token) {
  var look = lookOf(token), chip = html("span", "who");
  chip.dataset.token = token;
  chip.append(coloured(html("i", look.mark || ""), look), look.label);
  return chip;
}

var seen = {};

/* Whether a part that is made of these must be made anew. */
function stands(name, parts) {
  var same = seen[name] && parts.every(function (part, i) { return part === seen[name][i]; });
  seen[name] = parts;
  return same;
}

function seats(scene, before) {
  var box = find(".seats");
  if (stands("seats", [scene.seats, before.seats])) { return; }
  box.textContent = "";
  Object.keys(scene.seats || {}).forEach(function (id) {
    var seat = scene.seats[id], was = (before.seats || {})[id] || {}, part = html("section", "seat");
    part.dataset.seat = id;
    var title = html("h2", "", seat.name);
    (seat.marks || []).forEach(function (mark) { title.append(" ", html("span", "tag" + (mark === "turn" || mark === "won" ? " win" : ""), mark)); });
    part.classList.toggle("on", (seat.marks || []).indexOf("turn") >= 0);
    var list = html("dl");
    Object.keys(seat.entries || {}).forEach(function (name) {
      list.append(entry(name, seat.entries[name], Boolean(was.entries) && was.entries[name] !== seat.entries[name]));
    });
    part.append(title, list);
    box.append(part);
  });
}

function beside(scene, before) {
  var box = find(".notes");
  if (stands("notes", [scene.notes, before.notes, scene.laid])) { return; }
  box.textContent = "";
  Object.keys(scene.laid || {}).forEach(function (id) {
    var card = scene.laid[id], place = (now.board.places || {})[card.place], part = html("section", "card" + (card.lit ? " lit" : ""));
    part.dataset.card = id;
    part.append(html("h2", "", card.title), html("p", "where", [place ? place.label : "", card.text || ""].filter(Boolean).join(" · ")));
    var list = html("ol");
    Object.keys(card.slots || {}).forEach(function (slot) {
      var told = card.slots[slot], line = html("li", card.marker === Number(slot) ? "marked" : "");
      line.dataset.slot = slot;
      if (told.token) { line.append(named(told.token), " "); }
      line.append(html("span", "text", told.text || ""));
      list.append(line);
    });
    part.append(list);
    if (card.pile && Object.keys(card.pile).length) { part.append(entry("Cards", { cards: card.pile }, false)); }
    box.append(part);
  });
  var list = html("dl", "beside");
  Object.keys(scene.notes || {}).forEach(function (name) {
    list.append(entry(name, scene.notes[name], Boolean(before.notes) && before.notes[name] !== scene.notes[name]));
  });
  box.append(list);
}
