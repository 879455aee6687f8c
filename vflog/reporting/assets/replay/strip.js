/* The strip of the whole game. */

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
  [["vote", "M 0 0v7", high + 3], ["lead", "M-4 7L0 0L4 7z", high + 3], ["problem", "M-4 0L4 8M4 0L-4 8", high + 11]].forEach(function (mark) {
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
