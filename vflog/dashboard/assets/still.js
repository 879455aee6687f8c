/* Draws what does not change (see still.py): texts are texts, a link leads to another page without loading it anew. */
window.vflog = {
  Still: (function () {
    "use strict";
    function went(event) {
      if (event.metaKey || event.shiftKey || event.altKey || event.ctrlKey) { return; }
      event.preventDefault();
      window.history.pushState({}, "", event.currentTarget.getAttribute("href"));
      window.dispatchEvent(new PopStateEvent("popstate"));
      window.scrollTo(0, 0);
    }

    function drawn(part) {
      if (typeof part === "string") { return part; }
      var link = part[0] === "link", more = link ? { onClick: went } : {};
      return React.createElement.apply(
        null, [link ? "a" : part[0], Object.assign(more, part[1])].concat(part[2].map(drawn)));
    }

    /* Drawn again only where it is another one. */
    return React.memo(
      function (props) { return React.createElement.apply(null, [React.Fragment, null].concat(props.tree.map(drawn))); },
      function (before, after) { return before.tree === after.tree; });
  })()
};
