/* What is short of a page for everybody, as a list of sentences: contrast, captions, names, headings, the keyboard. */
(function () {
  "use strict";
  var out = [];

  function colour(text) {
    var parts = /rgba?\(([^)]+)\)/.exec(text);
    if (!parts) { return null; }
    parts = parts[1].split(/[ ,\/]+/).map(Number);
    return { rgb: parts.slice(0, 3), a: parts.length > 3 ? parts[3] : 1 };
  }

  function over(top, under) {
    return { rgb: top.rgb.map(function (v, i) { return v * top.a + under.rgb[i] * (1 - top.a); }), a: 1 };
  }

  function luminance(told) {
    return told.rgb.map(function (v) {
      v /= 255;
      return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
    }).reduce(function (sum, v, i) { return sum + v * [0.2126, 0.7152, 0.0722][i]; }, 0);
  }

  function contrast(one, other) {
    var a = luminance(one), b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  /* What lies under an element: the grounds of it and of what it stands in. */
  function ground(element) {
    var layers = [], base = { rgb: [255, 255, 255], a: 1 };
    for (; element; element = element.parentElement) {
      var told = colour(getComputedStyle(element).backgroundColor);
      if (told && told.a > 0) { layers.push(told); }
      if (told && told.a === 1) { break; }
    }
    return layers.reverse().reduce(function (under, layer) { return over(layer, under); }, base);
  }

  /* Text of the board lies on its token, card or place. */
  function under(element) {
    if (!(element instanceof SVGElement)) { return ground(element); }
    var body = !element.closest(".ground") && element.parentElement.querySelector(":scope > .body, :scope > .back, :scope > rect, :scope > circle:not(.edge)");
    var fill = body && element.closest("#replay") && colour(getComputedStyle(body).fill);
    return fill && fill.a === 1 ? fill : ground(element.closest("svg").parentElement);
  }

  function opacity(element) {
    var all = 1;
    for (; element; element = element.parentElement) { all *= Number(getComputedStyle(element).opacity); }
    return all;
  }

  function tell(kind, element) {
    var name = element.tagName.toLowerCase() + (element.id ? "#" + element.id : "." + (element.getAttribute("class") || ""));
    out.push(kind + ": " + name + " " + (element.textContent || "").trim().slice(0, 40));
  }

  function shown(element) {
    var box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
  }

  function texts() {
    var walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), node;
    while ((node = walker.nextNode())) {
      var at = node.parentElement;
      /* Numbers in cells are measured where their colours are chosen; a board that is not up to date is faded. */
      if (!node.data.trim() || at.closest("script, style, noscript, title, option, .heatmaplayer, .unseen, .under, .stale") || !shown(at)) { continue; }
      var ink = colour(at instanceof SVGElement ? getComputedStyle(at).fill : getComputedStyle(at).color), ground = under(at);
      var ratio = contrast(over({ rgb: ink.rgb, a: ink.a * opacity(at) }, ground), ground);
      if (ratio < 4.5) { tell("contrast " + ratio.toFixed(2), at); }
    }
  }

  function named() {
    var level = 0;
    document.querySelectorAll("table").forEach(function (table) {
      if (!table.caption || !table.caption.textContent.trim()) { tell("no caption", table); }
      if (!table.querySelector("thead th[scope=col]")) { tell("no heads", table); }
    });
    document.querySelectorAll("h1, h2, h3, h4").forEach(function (head) {
      if (Number(head.tagName[1]) - level > 1) { tell("a level of headings is left out", head); }
      level = Number(head.tagName[1]);
    });
    document.querySelectorAll(".plot, svg[role=img]").forEach(function (picture) {
      if (shown(picture) && !/\S/.test(picture.getAttribute("aria-label") || "")) { tell("a picture without words", picture); }
    });
    document.querySelectorAll("a, button, input, select, summary, textarea").forEach(function (part) {
      var label = part.getAttribute("aria-label") || (part.labels && part.labels[0] && part.labels[0].textContent) || part.textContent;
      if (!label.trim()) { tell("no name", part); }
    });
    if (document.querySelectorAll("h1").length !== 1 && !document.querySelector("article.event ~ article.event")) { out.push("not one h1"); }
    if (!document.title || !document.documentElement.lang) { out.push("no title or language"); }
  }

  function keys() {
    var press = function (key, on) { on.dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true })); };
    document.querySelectorAll("figure.fig .plot").forEach(function (plot) {
      var said = plot.querySelector("p.unseen") || plot.nextElementSibling;
      if (!said || !said.classList.contains("unseen")) { return tell("a figure without keys", plot); }
      plot.focus();
      if (document.activeElement !== plot) { tell("not reached", plot); }
      press("ArrowRight", plot);
      var first = /\(1 of (\d+)\)$/.exec(said.textContent);
      press("End", plot);
      if (!first || said.textContent.indexOf("(" + first[1] + " of " + first[1] + ")") < 0) { tell("points not told", plot); }
      plot.blur();
    });
    /* A page without scripts is read by its links. */
    if (!document.querySelector("script[src]")) { return seen(); }
    document.querySelectorAll("table").forEach(function (table) {
      var rows = table.tBodies[0].rows;
      if (rows.length && rows[0].tabIndex !== 0) { tell("rows not reached", table); }
      if (rows.length < 2 || !shown(rows[0])) { return; }
      rows[0].focus();
      press("ArrowDown", rows[0]);
      if (document.activeElement !== rows[1]) { tell("rows without keys", table); }
    });
    seen();
  }

  function seen() {
    /* What has the focus is seen; `focus` after a key is as if by the keyboard. */
    document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']").forEach(function (part) {
      if (!shown(part)) { return; }
      part.focus();
      var style = getComputedStyle(part);
      if (document.activeElement === part && (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 1)) { tell("a focus that is not seen", part); }
    });
  }

  function room() {
    if (document.documentElement.scrollWidth > window.innerWidth) { out.push("wider than the window: " + document.documentElement.scrollWidth); }
    document.querySelectorAll("main .scroll").forEach(function (box) {
      if (!box.closest("details") && box.scrollWidth > box.clientWidth + 1) { tell("a list that scrolls sideways", box); }
    });
  }

  function still() {
    document.querySelectorAll("body *").forEach(function (part) {
      var style = getComputedStyle(part);
      if (/[1-9]/.test(style.transitionDuration) || style.animationName !== "none") { tell("moves", part); }
    });
  }

  window.vflogAudit = function (parts) {
    out = [];
    var all = { texts: texts, named: named, keys: keys, room: room, still: still };
    parts.forEach(function (part) { all[part](); });
    return out;
  };
})();
