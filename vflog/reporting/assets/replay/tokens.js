/* Tokens: how they look, and that they move. */

var FORMS = {
  square: "M-12 -12h24v24h-24z", diamond: "M 0 -16L16 0L0 16L-16 0z",
  crown: "M-15 13V-10L-7.5 -2.5L0 -15L7.5 -2.5L15 -10V13z"
};

function drawn(token, kind) {
  var look = lookOf(token), group = coloured(node("g", { "class": kind + " " + (look.form || "disc"), "data-token": token }), look);
  group.append(node("title", {}, look.label));
  if (look.form === "card") {
    var room = cardRoom(), wide = room[0] - 4, high = room[1] - 4, letter = high * 0.35;
    group.append(node("rect", { "class": "body", x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 4 }));
    var name = node("text", { y: high * 0.18 }, look.short.length > 11 ? look.short.slice(0, 10) + "…" : look.short);
    if (look.short.length * letter > wide - 8) {
      name.setAttribute("textLength", wide - 10);
      name.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    group.append(name);
  } else if (FORMS[look.form]) {
    group.append(node("path", { "class": "body", d: FORMS[look.form] }), node("text", { y: look.form === "crown" ? 10 : 4.5 }, look.short || ""));
  } else {
    group.append(node("circle", { "class": "body", r: look.form === "stone" ? 11 : 15 }));
    if (look.mark) { group.append(node("circle", { "class": "edge " + look.mark, r: 12.8 })); }
    if (look.short) { group.append(node("text", { y: 4.5 }, look.short)); }
  }
  return group;
}

/* Puts the tokens of a layer where they are; those that this record moved are marked, and where from is drawn. */
function arrange(layer, places, was, kind) {
  var trails = layer.svg.querySelector(".trails");
  trails.textContent = "";
  layer.tokens.forEach(function (group, token) {
    if (!places.has(token)) { group.remove(); layer.tokens.delete(token); }
  });
  places.forEach(function (there, token) {
    var group = layer.tokens.get(token), before = was.get(token);
    if (!group) {
      group = drawn(token, kind);
      layer.tokens.set(token, group);
      layer.svg.querySelector(".tokens").append(group);
    }
    var moved = Boolean(before && (before.place !== there.place || before.slot !== there.slot));
    group.style.transform = "translate(" + there.x.toFixed(1) + "px," + there.y.toFixed(1) + "px) scale(" + there.scale.toFixed(2) + ")";
    group.classList.toggle("moved", moved);
    group.classList.toggle("under", Boolean(there.under));
    group.dataset.place = there.place;
    if (there.slot) { group.dataset.slot = there.slot; } else { delete group.dataset.slot; }
    if (there.order !== undefined) { group.dataset.order = there.order; }
    if (moved) {
      trails.append(coloured(node("line", { x1: before.x, y1: before.y, x2: there.x, y2: there.y }), lookOf(token)));
    }
  });
}
