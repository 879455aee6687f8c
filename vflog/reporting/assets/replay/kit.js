/* Small tools. */

var root = document.getElementById("replay");
var SVG = "http://www.w3.org/2000/svg";
var find = function (selector) { return root.querySelector(selector); };
var small = window.matchMedia("(max-width: 46rem)");

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

/* Black or white, whichever stands out more from a colour (by the contrast of the WCAG). */
function ink(colour) {
  var light = [1, 3, 5].map(function (i) {
    var part = parseInt(colour.slice(i, i + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  });
  return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] > 0.179 ? "#000000" : "#ffffff";
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
