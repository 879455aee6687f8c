/* Plays a game again: the states and scenes are those of the engine, this only shows them and moves between records. */
(function () {
  "use strict";
  var root = document.getElementById("replay");
  if (!root) { return; }
  var SVG = "http://www.w3.org/2000/svg";
  var find = function (selector) { return root.querySelector(selector); };
  var small = window.matchMedia("(max-width: 46rem)");

  /* -- small tools ------------------------------------------------------------------------------- */

  function node(name, given, inside) {
    var made = document.createElementNS(SVG, name);
    Object.keys(given || {}).forEach(function (key) { made.setAttribute(key, given[key]); });
    if (inside !== undefined) { made.textContent = inside; }
    return made;
  }

  function html(name, kind, inside) {
    var made = document.createElement(name);
    if (kind) { made.className = kind; }
    if (inside !== undefined) { made.textContent = inside; }
    return made;
  }

  /* Black or white, whichever is read more easily on a colour. */
  function ink(colour) {
    var parts = [1, 3, 5].map(function (i) { return parseInt(colour.slice(i, i + 2), 16) / 255; });
    return 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] > 0.6 ? "#17181b" : "#ffffff";
  }

  function coloured(element, look) {
    var light = look.colour || "#5f6670", dark = look.dark || light;
    element.style.setProperty("--light", light);
    element.style.setProperty("--dark", dark);
    element.style.setProperty("--ink-light", ink(light));
    element.style.setProperty("--ink-dark", ink(dark));
    return element;
  }

  async function unpacked(text) {
    var bytes = Uint8Array.from(atob(text.trim()), function (letter) { return letter.charCodeAt(0); });
    var plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(plain).text());
  }

  /* -- documents from differences; what does not change is shared ---------------------------------- */

  function put(whole, path, from, value) {
    var out = Object.assign({}, whole), key = path[from];
    if (from + 1 < path.length) { out[key] = put(out[key], path, from + 1, value); }
    else if (value === undefined) { delete out[key]; }
    else { out[key] = value; }
    return out;
  }

  function next(whole, difference, paths) {
    var sets = difference[0] || [];
    (difference[1] || []).forEach(function (number) { whole = put(whole, paths[number], 0, undefined); });
    for (var i = 0; i < sets.length; i += 2) { whole = put(whole, paths[sets[i]], 0, sets[i + 1]); }
    return whole;
  }

  /* A view of the game with all its states: of a record that was not judged there is no state, and the last scene. */
  function film(tape) {
    var reel = tape.reel, state = {}, scene = {}, states = [], scenes = [], byNumber = new Map();
    tape.rows.forEach(function (row, i) {
      var step = reel.steps[i];
      if (step) {
        state = next(state, step[0], reel.state_paths);
        scene = next(scene, step[1], reel.scene_paths);
      }
      states.push(step ? state : null);
      scenes.push(scene);
      if (row.n !== null && !byNumber.has(row.n)) { byNumber.set(row.n, i); }
    });
    return Object.assign({ view: tape.view, rows: tape.rows, states: states, scenes: scenes, byNumber: byNumber }, reel);
  }

  /* -- where things are drawn ---------------------------------------------------------------------- */

  var DISC = [33, 33], CELLS = { card: [88, 31], stone: [28, 28] };

  function cell(look) { return CELLS[look.form] || DISC; }

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

  /* -- tokens -------------------------------------------------------------------------------------- */

  var FORMS = {
    square: "M-12 -12h24v24h-24z", diamond: "M0 -16L16 0L0 16L-16 0z",
    crown: "M-15 13V-10L-7.5 -2.5L0 -15L7.5 -2.5L15 -10V13z"
  };

  function drawn(token, kind) {
    var look = lookOf(token), group = coloured(node("g", { "class": kind + " " + (look.form || "disc"), "data-token": token }), look);
    group.append(node("title", {}, look.label));
    if (look.form === "card") {
      group.append(node("rect", { "class": "body", x: -42, y: -13, width: 84, height: 26, rx: 4 }));
      var name = node("text", { y: 4 }, look.short.length > 11 ? look.short.slice(0, 10) + "…" : look.short);
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

  /* -- the map ------------------------------------------------------------------------------------- */

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

  function cards(scene) {
    var layer = map.svg.querySelector(".cards");
    layer.textContent = "";
    Object.keys(scene.laid || {}).forEach(function (id) {
      var card = scene.laid[id], place = (now.board.places || {})[card.place];
      if (!place || !place.laid) { return; }
      var box = place.laid, path = card.marker !== undefined, numbers = Object.keys(card.slots || {});
      var group = node("g", { "class": "laid" + (card.lit ? " lit" : "") + (path ? " path" : ""), "data-card": id });
      group.append(node("title", {}, card.title));
      group.append(node("rect", { "class": "back", x: box[0] - box[2] / 2, y: box[1] - box[3] / 2, width: box[2], height: box[3], rx: 7 }));
      group.append(node("text", { "class": "title", x: box[0], y: box[1] - box[3] / 2 + 14 }, card.title));
      numbers.forEach(function (slot, i) {
        var told = card.slots[slot], spot = slotPlace(box, numbers.length, i, path);
        var part = coloured(node("g", { "class": "slot" + (path && card.marker === Number(slot) ? " marked" : "") + (told.need ? " needs" : ""), transform: "translate(" + spot.x + "," + spot.y + ")" }), told);
        part.append(node("title", {}, slot + ": " + (told.text || "")));
        if (path) {
          part.append(node("rect", { x: -spot.size / 2 + 2, y: -8, width: spot.size - 4, height: 16, rx: 3 }), node("text", { y: 4 }, slot));
        } else {
          part.append(node("circle", { "class": told.mark || "", r: spot.size / 2 - 2 }), node("text", { y: 4 }, told.token ? "" : told.need || ""));
        }
        group.append(part);
      });
      if (card.pile) { chipRow(group, card.pile, box, box[1] + box[3] / 2 - 12); }
      layer.append(group);
      var title = group.querySelector("text.title");
      if (title.getComputedTextLength() > box[2] - 8) {
        title.setAttribute("textLength", box[2] - 8);
        title.setAttribute("lengthAdjust", "spacingAndGlyphs");
      }
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

  /* -- the track ----------------------------------------------------------------------------------- */

  var ROW = 40, WIDE = 290, COLUMN = 48, DEEP = 132;

  function upright() { return !small.matches && !root.classList.contains("without-map"); }

  function lines() {
    var told = now.board.track;
    track.svg.textContent = "";
    track.tokens.clear();
    track.svg.toggleAttribute("hidden", !told);
    if (!told) { return; }
    var first = told.first || 0, spaces = told.last - first + 1, tall = upright(), ground = node("g", { "class": "ground" });
    track.svg.setAttribute("viewBox", tall ? "0 0 " + WIDE + " " + spaces * ROW : "0 0 " + spaces * COLUMN + " " + (DEEP + 26));
    ground.append(node("rect", { "class": "beyond" }), node("text", { "class": "beyond-name" }));
    for (var space = first; space <= told.last; space += 1) {
      var i = space - first;
      if (tall) {
        var y = (spaces - i) * ROW - ROW / 2;
        ground.append(node("line", { x1: 30, x2: WIDE, y1: y + ROW / 2, y2: y + ROW / 2 }), node("text", { x: 20, y: y + 5 }, space));
      } else {
        var x = i * COLUMN + COLUMN / 2;
        ground.append(node("line", { x1: x - COLUMN / 2, x2: x - COLUMN / 2, y1: 0, y2: DEEP }), node("text", { "class": "below", x: x, y: DEEP + 19 }, space));
      }
    }
    track.svg.append(ground, node("g", { "class": "trails" }), node("g", { "class": "tokens" }));
  }

  /* Where each marker of the track is. */
  function spaces(scene) {
    var told = now.board.track, out = new Map(), tall = upright();
    var first = told.first || 0, all = told.last - first + 1;
    Object.keys(scene.track || {}).forEach(function (space) {
      var there = scene.track[space], i = Number(space) - first;
      var apart = Math.min(33, (tall ? WIDE - 68 : DEEP - 36) / Math.max(1, there.length - 1));
      there.forEach(function (token, k) {
        var spot = tall ? { x: 50 + k * apart, y: (all - i) * ROW - ROW / 2 } : { x: i * COLUMN + COLUMN / 2, y: 18 + k * apart };
        out.set(token, Object.assign(spot, { scale: tall ? 1 : 1.15, place: space, order: k }));
      });
    });
    return out;
  }

  function markers(scene, before) {
    var told = now.board.track;
    if (!told) { return; }
    var places = spaces(scene), first = told.first || 0, all = told.last - first + 1, tall = upright();
    arrange(track, places, spaces(before), "marker");
    var limit = places.get(told.limit), above = limit ? told.last - Number(limit.place) : 0;
    var beyond = track.svg.querySelector(".beyond"), name = track.svg.querySelector(".beyond-name");
    var box = tall ? { x: 30, y: 0, width: WIDE - 30, height: above * ROW } : { x: (all - above) * COLUMN, y: 0, width: above * COLUMN, height: DEEP };
    Object.keys(box).forEach(function (key) { beyond.setAttribute(key, box[key]); });
    name.textContent = above > 0 ? told.beyond || "" : "";
    name.setAttribute("x", tall ? WIDE - 6 : all * COLUMN - 6);
    name.setAttribute("y", tall ? 14 : DEEP - 8);
  }

  /* -- what lies before players and beside the board ------------------------------------------------ */

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
      var title = html("h3", "", seat.name);
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
      part.append(html("h3", "", card.title), html("p", "where", [place ? place.label : "", card.text || ""].filter(Boolean).join(" · ")));
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

  /* -- the list of records and the strip of the whole game ------------------------------------------ */

  var list = find(".rows"), rows = [];

  function listed() {
    var all = document.createDocumentFragment();
    rows = now.rows.map(function (told, i) {
      var row = html("li", told.judged), link = html("a", "n", told.n === null ? "–" : String(told.n));
      row.dataset.i = i;
      if (told.n !== null && now.byNumber.get(told.n) === i) { row.id = "n" + told.n; link.href = address(i); }
      link.tabIndex = -1;
      row.append(link, html("span", "words", told.words));
      if (told.judged !== "applied") { row.append(" ", html("span", "tag", told.judged.replace("_", " "))); }
      if (told.changes) { row.append(html("small", "", told.changes)); }
      (told.problems || []).forEach(function (problem) {
        row.append(html("em", problem.severity, problem.message + " (" + problem.rule + ")"));
      });
      all.append(row);
      return row;
    });
    list.textContent = "";
    list.append(all);
  }

  /* The whole game: its parts (or turns), how the track went, and the marks of what one may want to go to. */
  function strip() {
    var svg = find(".strip"), last = Math.max(1, now.rows.length - 1), told = now.board.track;
    svg.classList.toggle("low", !told);
    var wide = svg.clientWidth || 1000, high = (svg.clientHeight || (told ? 88 : 36)) - 22, x = function (i) { return (i / last * wide).toFixed(1); };
    var parts = now.chapters.length ? now.chapters : now.turns;
    svg.textContent = "";
    svg.setAttribute("viewBox", "0 0 " + wide + " " + (high + 22));
    parts.forEach(function (part, k) {
      var end = k + 1 < parts.length ? parts[k + 1][1] : last, width = x(end - part[1]);
      if (k % 2 === 0) { svg.append(node("rect", { "class": "band", x: x(part[1]), y: 0, width: width, height: high + 22 })); }
      if (width > 60 && now.chapters.length) { svg.append(node("text", { x: Number(x(part[1])) + 5, y: 12 }, part[0])); }
    });
    if (told) { trajectories(svg, x, high, told); }
    [["vote", "M0 0v7", high + 3], ["lead", "M-4 7L0 0L4 7z", high + 3], ["problem", "M-4 0L4 8M4 0L-4 8", high + 11]].forEach(function (mark) {
      (now.stops[mark[0]] || []).forEach(function (i) {
        svg.append(node("path", { "class": "mark " + mark[0], d: mark[1], transform: "translate(" + x(i) + "," + mark[2] + ")" }));
      });
    });
    svg.append(node("line", { "class": "cursor", y1: 0, y2: high + 22 }));
  }

  function cursor() {
    var line = find(".strip .cursor"), wide = find(".strip").viewBox.baseVal.width;
    var x = (at / Math.max(1, now.rows.length - 1) * wide).toFixed(1);
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
  }

  function trajectories(svg, x, high, told) {
    var paths = {}, first = told.first || 0, before = null;
    var y = function (space) { return (high - 4 - (Number(space) - first) / (told.last - first) * (high - 22)).toFixed(1); };
    now.scenes.forEach(function (scene, i) {
      if (scene.track === before) { return; }
      before = scene.track;
      var here = {};
      Object.keys(scene.track || {}).forEach(function (space) { scene.track[space].forEach(function (token) { here[token] = y(space); }); });
      Object.keys(here).forEach(function (token) {
        var path = paths[token] = paths[token] || { d: "M" + x(i) + " " + here[token], y: here[token] };
        if (path.y !== here[token]) { path.d += "H" + x(i) + "V" + here[token]; path.y = here[token]; }
      });
      Object.keys(paths).forEach(function (token) { if (!here[token] && !paths[token].end) { paths[token].end = x(i); } });
    });
    Object.keys(paths).forEach(function (token) {
      var look = lookOf(token), d = paths[token].d + "H" + (paths[token].end || x(now.rows.length - 1));
      svg.append(coloured(node("path", { "class": "line " + (look.mark || "solid"), d: d }), look));
    });
  }

  /* -- moving -------------------------------------------------------------------------------------- */

  var now = null, films = [], at = -1, shown = {}, timer = null, writing = null;
  var range = find(".whole"), number = find(".number"), skip = find(".skip-taken input"), said = find(".said");

  function shownAt(i) { return !(skip.checked && now.rows[i].judged === "taken_back"); }

  function address(i) {
    var parts = [];
    if (root.dataset.game) { parts.push("game=" + root.dataset.game); }
    if (now.rows[i].n !== null) { parts.push("n=" + now.rows[i].n); }
    if (now !== films[0]) { parts.push("view=" + encodeURIComponent(now.view)); }
    return "#" + parts.join("&");
  }

  /* The next record that is shown, from one on, in a direction; the same where there is none. */
  function onward(from, by) {
    for (var i = from + by; i >= 0 && i < now.rows.length; i += by) { if (shownAt(i)) { return i; } }
    return from;
  }

  function stop(places, back) {
    var from = at, there = (places || []).filter(shownAt);
    if (back) { there = there.filter(function (i) { return i < from; }); return there.length ? there[there.length - 1] : from; }
    there = there.filter(function (i) { return i > from; });
    return there.length ? there[0] : from;
  }

  function places(parts) { return parts.map(function (part) { return part[1]; }); }

  /* Shows the position after the record at a place, and what this record did. */
  function show(i, quietly) {
    var scene = now.scenes[i], before = i ? now.scenes[i - 1] : scene, row = now.rows[i], last = shown;
    shown = scene;
    at = i;
    root.classList.toggle("stale", now.states[i] === null && now.steps.length > 0);
    find(".moment").textContent = (scene.moment || []).map(function (line) { return line + ". "; }).join("");
    if (scene.laid !== last.laid) { cards(scene); }
    if (scene.standing !== last.standing || scene.unknown !== last.unknown) { counts(scene); }
    arrange(map, standing(scene), standing(before), "token");
    markers(scene, before);
    seats(scene, before);
    beside(scene, before);
    stated();
    here(i);
    cursor();
    range.value = i;
    range.setAttribute("aria-valuetext", "record " + (row.n === null ? "without a number" : row.n));
    if (document.activeElement !== number) { number.value = row.n === null ? "" : row.n; }
    var sentence = inWords(row);
    if (said.textContent !== sentence) { said.textContent = sentence; }
    root.dataset.at = i;
    if (row.n !== null) { document.dispatchEvent(new CustomEvent("vflog:record", { detail: row.n })); }
    window.clearTimeout(writing);
    if (!quietly) { writing = window.setTimeout(function () { window.history.replaceState(null, "", address(at)); }, 200); }
  }

  /* Marks the row of a record, and scrolls the list, and nothing else, to it. */
  function here(i) {
    var old = list.querySelector(".here"), row = rows[i], within = list.contains(document.activeElement);
    if (old) { old.classList.remove("here"); old.removeAttribute("aria-current"); old.firstChild.tabIndex = -1; }
    row.classList.add("here");
    row.setAttribute("aria-current", "true");
    row.firstChild.tabIndex = 0;
    list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
    if (within) { row.firstChild.focus({ preventScroll: true }); }
  }

  function inWords(row) {
    var problems = (row.problems || []).map(function (problem) { return " " + problem.message; }).join("");
    return (row.n === null ? "" : row.n + ": ") + row.words + (row.judged === "taken_back" ? " (taken back)" : "") +
      (row.changes ? " " + row.changes + "." : "") + problems;
  }

  function go(i) {
    i = Math.max(0, Math.min(now.rows.length - 1, i));
    if (i !== at) { show(i, false); }
  }

  function playing(on) {
    window.clearInterval(timer);
    timer = null;
    if (on) {
      if (onward(at, 1) === at) { go(onward(-1, 1)); }
      timer = window.setInterval(function () {
        var then = onward(at, 1);
        if (then === at) { playing(false); } else { go(then); }
      }, 1200 / Number(find(".speed").value));
    }
    var button = find(".play");
    button.setAttribute("aria-pressed", String(Boolean(timer)));
    button.setAttribute("aria-label", timer ? "Stop" : "Play");
    root.classList.toggle("playing", Boolean(timer));
  }

  function stated() {
    var panel = find(".document");
    if (panel.open) { panel.querySelector("pre").textContent = now.states[at] === null ? "This record was not judged: it has no state." : JSON.stringify(now.states[at], null, 1); }
  }

  /* -- views --------------------------------------------------------------------------------------- */

  function take(view) {
    var n = at >= 0 ? now.rows[at].n : null, index = films.indexOf(view);
    now = view;
    at = -1;
    shown = {};
    seen = {};
    root.dataset.view = view.view;
    find(".views select").selectedIndex = index;
    fixed();
    lines();
    listed();
    strip();
    range.max = now.rows.length - 1;
    number.max = now.rows.reduce(function (most, row) { return Math.max(most, row.n || 0); }, 0);
    find(".of").textContent = "of " + number.max;
    find(".document").hidden = !now.whole || !now.steps.length;
    find(".skip-taken").hidden = !now.rows.some(function (row) { return row.judged === "taken_back"; });
    root.querySelectorAll("[data-stop]").forEach(function (button) { button.hidden = !(now.stops[button.dataset.stop] || []).length; });
    jumps();
    return n;
  }

  function jumps() {
    var select = find(".jump"), group = select, told = now.chapters.map(function (part) { return [part[1], part[0], true]; })
      .concat(now.turns.map(function (part, k) { return [part[1], "Turn " + (k + 1) + ": " + part[0], false]; }));
    select.textContent = "";
    select.append(new Option("Go to …", ""));
    told.sort(function (a, b) { return a[0] - b[0] || Number(b[2]) - Number(a[2]); }).forEach(function (part) {
      if (part[2]) { group = document.createElement("optgroup"); group.label = part[1]; select.append(group); }
      group.append(new Option(part[1], part[0]));
    });
    select.hidden = !told.length;
  }

  function linked() {
    var hash = window.location.hash.slice(1), plain = /^n(\d+)$/.exec(hash), wanted = new URLSearchParams(hash);
    var n = plain ? Number(plain[1]) : wanted.has("n") ? parseInt(wanted.get("n"), 10) : NaN;
    return { n: isNaN(n) ? null : n, view: films.filter(function (each) { return each.view === wanted.get("view"); })[0] || null };
  }

  /* The place of a record by its number; of the last one before it where there is none of that number. */
  function placeOf(n) {
    if (now.byNumber.has(n)) { return now.byNumber.get(n); }
    var best = 0;
    now.byNumber.forEach(function (i, there) { if (there <= n) { best = Math.max(best, i); } });
    return best;
  }

  function follow() {
    var wanted = linked();
    if (wanted.view && wanted.view !== now) { take(wanted.view); }
    if (wanted.n !== null) {
      var i = placeOf(wanted.n);
      if (!shownAt(i)) { skip.checked = false; }
      if (at < 0) { show(i, false); } else { go(i); }
    } else if (at < 0) { show(root.dataset.n ? placeOf(Number(root.dataset.n)) : 0, true); }
  }

  /* -- keys and controls --------------------------------------------------------------------------- */

  var KEYS = {
    ArrowRight: function () { go(onward(at, 1)); },
    ArrowLeft: function () { go(onward(at, -1)); },
    ArrowDown: function () { go(stop(places(now.turns), false)); },
    ArrowUp: function () { go(stop(places(now.turns), true)); },
    Home: function () { go(onward(-1, 1)); },
    End: function () { go(onward(now.rows.length, -1)); },
    " ": function () { playing(!timer); },
    a: function (back) { go(stop(places(now.chapters), back)); },
    t: function (back) { go(stop(places(now.turns), back)); },
    v: function (back) { go(stop(now.stops.vote, back)); },
    l: function (back) { go(stop(now.stops.lead, back)); },
    p: function (back) { go(stop(now.stops.problem, back)); },
    s: function () { skip.checked = !skip.checked; }
  };

  function pressed(event) {
    var on = event.target instanceof Element ? event.target : document.body;
    var key = event.key.length === 1 ? event.key.toLowerCase() : event.key, deed = KEYS[key];
    if (!deed || event.altKey || event.ctrlKey || event.metaKey) { return; }
    if (on.closest("input:not([type=range]):not([type=checkbox]), select, textarea")) { return; }
    if (key === " " && on.closest("button, summary, [type=checkbox]")) { return; }
    if (on.closest(".scroll, pre") && !root.querySelector(".list").contains(on)) { return; }
    event.preventDefault();
    if (key !== " ") { playing(false); }
    deed(event.shiftKey);
  }

  function controls() {
    root.querySelectorAll("button").forEach(function (button) {
      /* Who points keeps the focus where it was, so that the space bar goes on to play and stop. */
      button.addEventListener("mousedown", function (event) { event.preventDefault(); });
    });
    root.querySelectorAll("[data-key]").forEach(function (button) {
      button.addEventListener("click", function () {
        if (button.dataset.key !== " ") { playing(false); }
        KEYS[button.dataset.key](false);
      });
    });
    range.addEventListener("input", function () { playing(false); go(Number(range.value)); });
    number.addEventListener("change", function () { if (number.value !== "") { playing(false); go(placeOf(Number(number.value))); } });
    find(".speed").addEventListener("change", function () { if (timer) { playing(true); } });
    find(".jump").addEventListener("change", function (event) {
      if (event.target.value !== "") { playing(false); go(Number(event.target.value)); }
      event.target.selectedIndex = 0;
    });
    find(".views select").addEventListener("change", function (event) {
      var n = take(films[event.target.selectedIndex]);
      show(n === null ? 0 : placeOf(n), false);
    });
    root.querySelectorAll("select").forEach(function (select) {
      select.addEventListener("pointerdown", function () { select.pointed = true; });
      select.addEventListener("change", function () { if (select.pointed) { select.pointed = false; select.blur(); } });
    });
    list.addEventListener("click", function (event) {
      var row = event.target.closest("li");
      if (row && !event.target.closest("a[href]")) { playing(false); go(Number(row.dataset.i)); }
    });
    find(".strip").addEventListener("pointerdown", function (event) {
      var box = event.currentTarget.getBoundingClientRect();
      playing(false);
      go(Math.round((event.clientX - box.left) / box.width * (now.rows.length - 1)));
    });
    find(".copy").addEventListener("click", async function (event) {
      var button = event.currentTarget, whole = window.location.href.split("#")[0] + address(at);
      try { await navigator.clipboard.writeText(whole); button.textContent = "Copied"; }
      catch (why) { window.prompt("The link to this record:", whole); }
      window.setTimeout(function () { button.textContent = "Copy link"; }, 1500);
    });
    find(".document").addEventListener("toggle", stated);
    document.addEventListener("keydown", pressed);
    document.addEventListener("vflog:go", function (event) { playing(false); go(placeOf(event.detail)); });
    window.addEventListener("hashchange", follow);
    small.addEventListener("change", function () { lines(); show(at, true); });
    window.addEventListener("resize", function () { strip(); cursor(); });
  }

  /* -- begin --------------------------------------------------------------------------------------- */

  async function start() {
    var tapes;
    try { tapes = await unpacked(document.getElementById("tape").textContent); }
    catch (why) { said.textContent = "This browser cannot unpack the game: it is too old. The records stand in the list."; return; }
    films = tapes.map(film);
    var select = find(".views select");
    films.forEach(function (each, i) { select.append(new Option(tapes[i].called, i)); });
    find(".views").hidden = films.length < 2;
    root.classList.add("ready");
    take(films[0]);
    controls();
    follow();
    root.replay = { go: go, show: show, films: films, at: function () { return at; }, state: function () { return now.states[at]; }, scene: function () { return now.scenes[at]; } };
    root.dataset.ready = "true";
  }

  start();
})();
