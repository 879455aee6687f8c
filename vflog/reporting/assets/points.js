/* The keyboard: every point of a figure and every row of a table can be reached, and says what it is. */
(function () {
  "use strict";
  if (window.vflogReached) { return; }
  window.vflogReached = true;
  var STEP = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  /* -- points: the plot takes the focus, arrows go from point to point, Enter does what a click does ----------- */

  function points(div) {
    var out = [];
    (div.data || []).forEach(function (trace, curve) {
      if (trace.hoverinfo === "skip") { return; }
      if (trace.type === "heatmap") {
        trace.z.forEach(function (line, y) {
          line.forEach(function (value, x) { if (value !== null) { out.push({ curve: curve, number: [y, x] }); } });
        });
        return;
      }
      (trace.x || trace.y || []).forEach(function (_, i) { out.push({ curve: curve, number: i }); });
    });
    return out;
  }

  function plain(html) {
    var page = new DOMParser().parseFromString(html.replace(/<br\s*\/?>/g, ", "), "text/html");
    return page.body.textContent;
  }

  /* In the dashboard the plot lies in a box, which is taken away with all that is in it. */
  function reach(figure) {
    var box = figure.querySelector(".plot"), at = -1;
    var plot = function () { return box.querySelector(".js-plotly-plot") || box; };
    if (!box || !plot().on || !window.Plotly || box.tabIndex === 0) { return; }
    var said = document.createElement("p");
    said.className = "unseen";
    said.setAttribute("aria-live", "polite");
    if (plot() === box) { box.after(said); } else { box.append(said); }
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-roledescription", "figure; arrow keys go from point to point");
    box.addEventListener("keydown", function (event) {
      var div = plot(), known = points(div), step = STEP[event.key];
      if (!known.length || event.altKey || event.ctrlKey || event.metaKey) { return; }
      at = Math.min(at, known.length - 1);
      if (step) { at = at < 0 ? (step > 0 ? 0 : known.length - 1) : Math.max(0, Math.min(known.length - 1, at + step)); }
      else if (event.key === "Home") { at = 0; }
      else if (event.key === "End") { at = known.length - 1; }
      else if (event.key === "Escape") { at = -1; window.Plotly.Fx.unhover(div); return; }
      else if (event.key === "Enter" && at >= 0) { press(div, known[at]); event.preventDefault(); return; }
      else { return; }
      event.preventDefault();
      event.stopPropagation();
      var point = known[at], axes = div.data[point.curve];
      window.Plotly.Fx.hover(div, [{ curveNumber: point.curve, pointNumber: point.number }],
        [(axes.xaxis || "x") + (axes.yaxis || "y")]);
      var shown = div.querySelector(".hoverlayer .hovertext");
      said.textContent = (shown ? words(shown) : "point") + " (" + (at + 1) + " of " + known.length + ")";
    });
    box.addEventListener("blur", function () {
      at = -1;
      if (plot().data) { window.Plotly.Fx.unhover(plot()); }  // it may be going away
    });
  }

  function words(label) {
    return Array.from(label.querySelectorAll("text")).map(function (text) {
      return Array.from(text.childNodes).map(function (part) { return plain(part.textContent); }).join(", ");
    }).filter(Boolean).join(", ");
  }

  function press(div, point) {
    var trace = div.data[point.curve], i = point.number, cell = Array.isArray(i);
    var told = trace.customdata && (cell ? trace.customdata[i[0]][i[1]] : trace.customdata[i]);
    div.emit("plotly_click", { points: [{
      data: trace, curveNumber: point.curve, pointNumber: i, customdata: told,
      x: along(trace, "x", cell ? i[1] : i), y: along(trace, "y", cell ? i[0] : i)
    }] });
  }

  function along(trace, axis, i) {
    return trace[axis] ? trace[axis][i] : (trace[axis + "0"] || 0) + i * (trace["d" + axis] || 1);
  }

  /* -- rows: one of a table takes the focus, arrows go from row to row, Enter follows the row's first link ------ */

  function rove(table) {
    var rows = function () { return Array.from(table.tBodies[0] ? table.tBodies[0].rows : []); };
    var hold = function (row) {
      rows().forEach(function (other) { other.tabIndex = -1; });
      row.tabIndex = 0;
    };
    if (!rows().length || rows().some(function (row) { return row.tabIndex === 0; })) { return; }
    hold(rows()[0]);
    named(table);
    table.addEventListener("focusin", function (event) {
      var row = event.target.closest("tbody tr");
      if (row) { hold(row); }
    });
    table.addEventListener("keydown", function (event) {
      var row = event.target.closest("tbody tr");
      if (!row || event.target !== row || event.altKey || event.ctrlKey || event.metaKey) { return; }
      var known = rows(), at = known.indexOf(row), step = STEP[event.key];
      var next = event.key === "Home" ? known[0] : event.key === "End" ? known[known.length - 1] : step && known[at + step];
      if (event.key === "Enter") {
        var link = row.querySelector("a");
        if (link) { link.click(); }
        return;
      }
      if (!next) { return; }
      event.preventDefault();
      hold(next);
      next.focus();
    });
  }

  /* On a phone rows are blocks, which browsers no longer take for rows: what they are is said. */
  function named(table) {
    var roles = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
    [table].concat(Array.from(table.querySelectorAll("thead, tbody, tr, th, td"))).forEach(function (part) {
      part.setAttribute("role", roles[part.tagName] || (part.scope === "row" ? "rowheader" : "columnheader"));
    });
  }

  /* Figures are drawn by the script before this one; those that come later are reached by whoever brings them. */
  function every() {
    document.querySelectorAll("figure.fig").forEach(reach);
    document.querySelectorAll("table").forEach(rove);
  }
  every();
  window.vflogReach = every;
})();
