/* The track and its markers. */

/* Upright its spaces lie one above the other; else side by side, as wide as the markers need that ever meet there. */
var ROW = 40, WIDE = 290, APART = 33, COLUMN = 48, CELL = 36, DOWN = 4;

function upright() { return !small.matches && !root.classList.contains("without-map"); }

/* How many markers ever meet on each space. */
function crowds() {
  var most = {}, before = null;
  now.scenes.forEach(function (scene) {
    if (scene.track === before) { return; }
    before = scene.track;
    Object.keys(before || {}).forEach(function (space) { most[space] = Math.max(most[space] || 1, before[space].length); });
  });
  return most;
}

/* Left edge and width of each space from the first, where they lie side by side. */
function columns(told) {
  var most = crowds(), left = 0, out = [];
  for (var space = told.first || 0; space <= told.last; space += 1) {
    var width = Math.max(COLUMN, Math.ceil((most[space] || 1) / DOWN) * CELL + 8);
    out.push({ left: left, width: width });
    left += width;
  }
  return out;
}

function lines() {
  var told = now.board.track;
  track.svg.textContent = "";
  track.tokens.clear();
  track.svg.toggleAttribute("hidden", !told);
  if (!told) { return; }
  var first = told.first || 0, count = told.last - first + 1, deep = DOWN * CELL, ground = node("g", { "class": "ground" });
  track.columns = upright() ? null : columns(told);
  var last = track.columns && track.columns[count - 1];
  track.svg.setAttribute("viewBox", last ? "0 0 " + (last.left + last.width) + " " + (deep + 26) : "0 0 " + WIDE + " " + count * ROW);
  ground.append(node("rect", { "class": "beyond" }), node("text", { "class": "beyond-name" }));
  for (var i = 0; i < count; i += 1) {
    if (last) {
      var column = track.columns[i];
      ground.append(node("line", { x1: column.left, x2: column.left, y1: 0, y2: deep }),
        node("text", { x: column.left + column.width / 2, y: deep + 19 }, first + i));
    } else {
      var y = (count - i) * ROW;
      ground.append(node("line", { x1: 30, x2: WIDE, y1: y, y2: y }), node("text", { x: 20, y: y - ROW / 2 + 5 }, first + i));
    }
  }
  track.svg.append(ground, node("g", { "class": "trails" }), node("g", { "class": "tokens" }));
}

/* Where the k-th of so many markers on a space is; none covers another. */
function spot(i, count, k, many) {
  if (track.columns) {
    var column = track.columns[i], across = Math.ceil(many / DOWN);
    return { x: column.left + column.width / 2 + (Math.floor(k / DOWN) - (across - 1) / 2) * CELL, y: (k % DOWN + 0.5) * CELL, scale: 1.1 };
  }
  var apart = Math.min(APART, (WIDE - 68) / Math.max(1, many - 1));
  return { x: 50 + k * apart, y: (count - i - 0.5) * ROW, scale: Math.min(1, apart / 31) };
}

function spaces(scene) {
  var told = now.board.track, out = new Map(), first = told.first || 0, count = told.last - first + 1;
  Object.keys(scene.track || {}).forEach(function (space) {
    var there = scene.track[space];
    there.forEach(function (token, k) {
      out.set(token, Object.assign(spot(Number(space) - first, count, k, there.length), { place: space, order: k }));
    });
  });
  return out;
}

function markers(scene, before) {
  var told = now.board.track;
  if (!told) { return; }
  var places = spaces(scene), count = told.last - (told.first || 0) + 1;
  arrange(track, places, spaces(before), "marker");
  var limit = places.get(told.limit), above = limit ? told.last - Number(limit.place) : 0;
  var beyond = track.svg.querySelector(".beyond"), name = track.svg.querySelector(".beyond-name");
  var box = { x: 30, y: 0, width: WIDE - 30, height: above * ROW };
  if (track.columns) {
    var edge = track.columns[count - 1].left + track.columns[count - 1].width;
    var left = above > 0 ? track.columns[count - above].left : edge;
    box = { x: left, y: 0, width: edge - left, height: DOWN * CELL };
  }
  Object.keys(box).forEach(function (key) { beyond.setAttribute(key, box[key]); });
  name.textContent = above > 0 ? told.beyond || "" : "";
  name.setAttribute("x", box.x + box.width - 6);
  name.setAttribute("y", track.columns ? box.height - 8 : 14);
}
