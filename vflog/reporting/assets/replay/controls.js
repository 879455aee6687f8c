/* Keys, buttons, pointers. */

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
  small.addEventListener("change", function () { fixed(); lines(); shown = {}; show(at, true); });
  window.addEventListener("resize", function () { strip(); cursor(); });
}
