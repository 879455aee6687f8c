/* Where things are drawn. */

var DISC = [33, 33], STONE = [28, 28];

/* The room of a card; on a phone the letters on it must be larger to be read. */
function cardRoom() { return small.matches ? [112, 40] : [88, 31]; }

function cell(look) { return look.form === "card" ? cardRoom() : look.form === "stone" ? STONE : DISC; }

/* Puts so many of one size into a room, row by row, smaller where they would not fit. */
function grid(room, count, size) {
  var scale = 1, across = 1, down = 1;
  for (; scale > 0.3; scale -= 0.05) {
    across = Math.max(1, Math.min(count, Math.floor(room[2] / (size[0] * scale))));
    down = Math.ceil(count / across);
    if (down * size[1] * scale <= room[3] + 1) { break; }
  }
  across = Math.ceil(count / down);
  return function (i) {
    var line = Math.floor(i / across), inLine = Math.min(across, count - line * across);
    return {
      x: room[0] + (i % across - (inLine - 1) / 2) * size[0] * scale,
      y: room[1] + (line - (down - 1) / 2) * size[1] * scale, scale: scale
    };
  };
}

function slotPlace(box, numbers, i, path) {
  var size = Math.min(path ? 21 : 31, (box[2] - 4) / numbers);
  return { x: box[0] + (i - (numbers - 1) / 2) * size, y: box[1] + (path ? 8 : 0), size: size };
}

/* Where each token of the map is: in a place, or on a slot of a card that lies in one. */
function standing(scene) {
  var out = new Map(), places = now.board.places || {};
  Object.keys(scene.standing || {}).concat(Object.keys(scene.unknown || {})).forEach(function (id) {
    var place = places[id], known = (scene.standing || {})[id] || [], hidden = (scene.unknown || {})[id] || 0;
    if (!place || out.has(id)) { return; }
    var all = known.slice();
    for (var k = 0; k < hidden && !place.stack; k += 1) { all.push(id + "?" + k); }
    var where = grid(place.room, all.length, all.length ? cell(lookOf(all[0])) : DISC);
    all.forEach(function (token, i) {
      var there = place.stack ? { x: place.room[0], y: place.room[1], scale: 0.6 } : where(i);
      out.set(token, Object.assign(there, { place: id, under: Boolean(place.stack) }));
    });
  });
  Object.keys(scene.laid || {}).forEach(function (id) {
    var card = scene.laid[id], place = places[card.place], slots = Object.keys(card.slots || {});
    if (!place || !place.laid) { return; }
    slots.forEach(function (slot, i) {
      if (card.slots[slot].token) {
        var spot = slotPlace(place.laid, slots.length, i, card.marker !== undefined);
        out.set(card.slots[slot].token, { x: spot.x, y: spot.y, scale: Math.min(0.93, spot.size / 32), place: card.place, slot: id + "#" + slot });
      }
    });
  });
  return out;
}

function lookOf(token) {
  return now.looks[token] || { label: "a card that is not known", short: "?", form: token.indexOf("?") > 0 ? "card" : "disc", colour: "#7c8591", dark: "#5f6670" };
}
