/* What only the browser knows: light or dark, narrow or wide, where the cursor of a game is. */
window.dash_clientside = Object.assign({}, window.dash_clientside, {
  vflog: (function () {
    "use strict";
    var dark = window.matchMedia("(prefers-color-scheme: dark)");
    var narrow = window.matchMedia("(max-width: 40rem)");
    var now = function () { return { dark: dark.matches, narrow: narrow.matches }; };
    var tell = function () { window.dash_clientside.set_props("look", { data: now() }); };
    var none = function () { return window.dash_clientside.no_update; };
    var listening = false;

    function look(path, before) {
      if (!listening) {
        listening = true;
        dark.addEventListener("change", tell);
        narrow.addEventListener("change", tell);
      }
      var here = now();
      return before && before.dark === here.dark && before.narrow === here.narrow ? none() : here;
    }

    function titled() {
      window.setTimeout(function () {
        var heading = document.querySelector("main h1");
        document.title = (heading ? heading.textContent + " · " : "") + "vflog";
      }, 0);
      return none();
    }

    /* The cursor of every figure of the game, the link to this record, and the link to watch it from there. */
    function moved(n, game) {
      if (n === undefined || n === null || !game) { return none(); }
      document.querySelectorAll(".js-plotly-plot").forEach(function (div) {
        var shapes = (div.layout && div.layout.shapes) || [];
        var at = shapes.findIndex(function (shape) { return shape.name === "cursor"; });
        if (at < 0 || shapes[at].x0 === n) { return; }
        var change = {};
        change["shapes[" + at + "].x0"] = change["shapes[" + at + "].x1"] = n;
        window.Plotly.relayout(div, change);
      });
      var place = new URLSearchParams(window.location.search);
      if (window.location.pathname === "/game" && place.get("game") === game && place.get("n") !== String(n)) {
        place.set("n", n);
        window.history.replaceState(window.history.state, "", "/game?" + place);
      }
      var watch = document.getElementById("watch");
      if (watch) { watch.href = "/replay/" + game + "#n=" + n; }
      return { game: game, n: n };
    }

    /* A click on a figure over the records goes there. */
    function pressed(clicks, n) {
      var came = window.dash_clientside.callback_context.triggered[0];
      var point = came && came.value && came.value.points && came.value.points[0];
      var cursor = point && Array.from(document.querySelectorAll(".js-plotly-plot")).some(function (each) {
        var place = each.closest("[id*='course']");
        return place && came.prop_id.indexOf(JSON.parse(place.id).name) >= 0 &&
          ((each.layout && each.layout.shapes) || []).some(function (shape) { return shape.name === "cursor"; });
      });
      return cursor && typeof point.x === "number" ? Math.round(point.x) : none();
    }

    function copied(clicks) {
      if (!clicks) { return none(); }
      return navigator.clipboard.writeText(window.location.href).then(
        function () { return " copied"; }, function () { return " " + window.location.href; });
    }

    /* Dash hides the part of a list that the keyboard reaches from those who hear a page, and names no field of a slider. */
    function name() {
      document.querySelectorAll(".field .dash-dropdown-focus-target[aria-hidden]").forEach(function (part) {
        var label = part.closest(".field").querySelector("label"), list = part.parentElement.querySelector(".dash-dropdown");
        if (!label || !list) { return; }
        part.removeAttribute("aria-hidden");
        part.setAttribute("role", "button");
        part.setAttribute("aria-haspopup", "listbox");
        part.setAttribute("aria-label", label.textContent);
        list.setAttribute("aria-label", label.textContent);
      });
      document.querySelectorAll(".slider input:not([aria-label])").forEach(function (part) {
        part.setAttribute("aria-label", part.closest(".slider").querySelector("label").textContent);
      });
    }

    var waits = false;
    new MutationObserver(function () {
      if (waits) { return; }
      waits = true;
      window.requestAnimationFrame(function () { waits = false; name(); window.vflogReach(); });
    }).observe(document.documentElement, { childList: true, subtree: true });

    return { look: look, titled: titled, moved: moved, pressed: pressed, copied: copied };
  })()
});
