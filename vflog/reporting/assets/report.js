/* Draws the figures of a page, follows light and dark, and moves the line at record n. */
(function () {
  "use strict";
  /* Of several figures on a page of somebody's own each brings this script. */
  if (window.vflogDrawn) { return; }
  window.vflogDrawn = true;
  var parse = function (element) { return JSON.parse(element.textContent); };
  var pairs = Object.assign.apply(null, [{}].concat(Array.from(document.querySelectorAll("script.colours"), parse)));
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  var printing = false;
  /* What is printed is drawn before the page has its width on paper: that of a sheet, in pixels, less the margins. */
  var PAPER = 690;
  var plots = [];

  var triple = function (hex) {
    return [1, 3, 5].map(function (i) { return parseInt(hex.slice(i, i + 2), 16); }).join(",");
  };
  var exchange = {};
  Object.keys(pairs).forEach(function (light) {
    exchange[light] = pairs[light];
    exchange[triple(light)] = triple(pairs[light]);
  });

  function coloured(value) {
    if (typeof value === "string") {
      if (exchange[value]) { return exchange[value]; }
      var clear = /^rgba\((\d+,\d+,\d+),([\d.]+)\)$/.exec(value);
      return clear && exchange[clear[1]] ? "rgba(" + exchange[clear[1]] + "," + clear[2] + ")" : value;
    }
    if (Array.isArray(value)) { return value.map(coloured); }
    if (value && typeof value === "object") {
      var out = {};
      Object.keys(value).forEach(function (key) { out[key] = coloured(value[key]); });
      return out;
    }
    return value;
  }

  function put(root, path, value) {
    var steps = path.split("."), last = steps.pop(), place = root;
    steps.forEach(function (step) { place = place[step] = place[step] || {}; });
    place[last] = value;
  }

  function drawn(plot) {
    var told = parse(plot.source);
    var whole = { data: told.data, layout: told.layout };
    plot.narrow = !printing && plot.div.clientWidth < 560;
    if (printing) { whole.layout.width = PAPER; }
    if (plot.narrow) {
      Object.keys(told.narrow).forEach(function (path) {
        if (path.indexOf("data.") === 0) { put(whole, path, told.narrow[path]); }
        else { put(whole.layout, path, told.narrow[path]); }
      });
    }
    return dark.matches && !printing ? coloured(whole) : whole;
  }

  function draw(plot) {
    var whole = drawn(plot);
    plot.cursor = (whole.layout.shapes || []).findIndex(function (shape) { return shape.name === "cursor"; });
    plot.div.style.minHeight = whole.layout.height + "px";
    if (plot.cursor >= 0 && at.n !== null) { whole.layout.shapes[plot.cursor].x0 = whole.layout.shapes[plot.cursor].x1 = at.n; }
    return Plotly.react(plot.div, whole.data, whole.layout, { responsive: true, displayModeBar: false, doubleClick: false });
  }

  function highlight(figure, row) {
    var details = figure.querySelector("details.data");
    var line = details && details.querySelectorAll("tbody tr")[row];
    if (!line) { return; }
    details.open = true;
    figure.querySelectorAll("tr.picked").forEach(function (other) { other.classList.remove("picked"); });
    line.classList.add("picked");
    line.scrollIntoView({ block: "center" });
  }

  function clicked(figure, event) {
    var point = event.points[0];
    if (!point) { return; }
    if (point.data.meta === "rows" && point.customdata && point.customdata[0] >= 0) { highlight(figure, point.customdata[0]); }
    else if (at.article && figure.cursorX && typeof point.x === "number") {
      document.dispatchEvent(new CustomEvent("vflog:go", { detail: Math.round(point.x) }));
    }
  }

  /* -- the record n of a game page, which the replay tells ---------------------------------------- */

  var at = { article: document.querySelector("article[data-game]"), n: null };
  var waiting = null;

  function moved() {
    plots.forEach(function (plot) {
      if (plot.cursor >= 0) {
        var change = {};
        change["shapes[" + plot.cursor + "].x0"] = change["shapes[" + plot.cursor + "].x1"] = at.n;
        Plotly.relayout(plot.div, change);
      }
    });
  }

  /* -- deep links: #game=KEY&n=143 ------------------------------------------------------------- */

  function linked() {
    var hash = window.location.hash.slice(1), plain = /^n(\d+)$/.exec(hash);
    if (plain) { return { game: null, n: Number(plain[1]) }; }
    var wanted = new URLSearchParams(hash);
    return { game: wanted.get("game"), n: wanted.has("n") ? parseInt(wanted.get("n"), 10) : null };
  }

  /* A link of another game moves nothing here. */
  function another(game) {
    var told = document.querySelector(".another") || document.createElement("p");
    told.className = "another";
    told.setAttribute("role", "status");
    told.textContent = "The link names another game than this one: ";
    var link = document.createElement("a");
    link.href = "../index.html#game=" + encodeURIComponent(game);
    link.textContent = "look for it in the list.";
    told.append(link);
    at.article.prepend(told);
  }

  function follow() {
    var wanted = linked();
    if (at.article && wanted.game !== null && wanted.game !== at.article.dataset.game) { another(wanted.game); }
    if (at.article || wanted.game === null) { return; }
    document.querySelectorAll("tr[data-game]").forEach(function (row) {
      if (row.dataset.game !== wanted.game && row.dataset.id !== wanted.game) { return; }
      var link = row.querySelector("th a");
      if (link) { window.location.href = link.getAttribute("href") + "#game=" + row.dataset.game + (wanted.n === null ? "" : "&n=" + wanted.n); }
      else { row.classList.add("here"); row.scrollIntoView({ block: "center" }); }
    });
  }

  function start() {
    document.querySelectorAll("figure.fig").forEach(function (figure) {
      var source = figure.querySelector("script.plot-data"), div = figure.querySelector(".plot");
      if (!source || !div || !window.Plotly) { return; }
      div.textContent = "";
      var plot = { source: source, div: div, cursor: -1 };
      plots.push(plot);
      draw(plot);
      figure.cursorX = plot.cursor >= 0;
      div.on("plotly_click", function (event) { clicked(figure, event); });
    });
    document.addEventListener("vflog:record", function (event) {
      at.n = event.detail;
      window.clearTimeout(waiting);
      waiting = window.setTimeout(moved, 40);
    });
    follow();
    window.addEventListener("hashchange", follow);
    var again = function () { plots.forEach(draw); };
    dark.addEventListener("change", again);
    window.addEventListener("resize", function () {
      plots.filter(function (plot) { return !printing && plot.narrow !== plot.div.clientWidth < 560; }).forEach(draw);
    });
    window.addEventListener("beforeprint", function () { printing = true; again(); });
    window.addEventListener("afterprint", function () { printing = false; again(); });
  }

  start();
})();
