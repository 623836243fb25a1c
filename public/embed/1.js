// Buy buttons and price tables for a seller's own site. A published version never changes: the next is another number.
(function () {
  var d = document;
  var home = new URL(d.currentScript.src).origin;
  // The windows that this page opened, with the button of each.
  var open = [];
  function forget(view) {
    open = open.filter(function (one) {
      return one.view !== view;
    });
  }
  d.addEventListener("click", function (event) {
    var at = event.composedPath()[0];
    var link = at.closest && at.closest("a[data-sente]");
    if (!link || link.origin !== home || event.defaultPrevented || event.button) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // On a phone the page opens in this tab, as any link.
    if (matchMedia("(max-width: 700px), (pointer: coarse)").matches) return;
    var view = window.open(link.href, "sente", "popup,width=440,height=760");
    if (!view) return;
    event.preventDefault();
    view.focus();
    forget(view);
    open.push({ view: view, link: link });
  });
  addEventListener("message", function (event) {
    var data = event.data;
    if (event.origin !== home || !data || data.type !== "sente:done") return;
    if (data.kind !== "order" && data.kind !== "subscription") return;
    open.forEach(function (one) {
      if (one.view !== event.source) return;
      forget(one.view);
      one.link.dispatchEvent(
        new CustomEvent("sente:paid", { bubbles: true, composed: true, detail: { kind: data.kind } }),
      );
    });
  });
  var css =
    ":host{display:block}ul{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));margin:0;padding:0;list-style:none}li{display:flex;flex-direction:column;gap:.4rem;padding:1rem;border:1px solid;border-radius:4px;overflow-wrap:anywhere}p{margin:0;flex:1}a{padding:.6rem 1rem;border-radius:4px;background:CanvasText;color:Canvas;text-align:center;text-decoration:none}";
  function draw(box, items) {
    var root = box.attachShadow({ mode: "open" });
    // A sheet made by script needs nothing of the page's policy for styles.
    if (root.adoptedStyleSheets) {
      var sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets = [sheet];
    }
    function add(to, name, part, text) {
      var made = d.createElement(name);
      made.setAttribute("part", part);
      if (text) made.textContent = text;
      return to.appendChild(made);
    }
    var list = add(root, "ul", "list");
    items.forEach(function (item) {
      var one = add(list, "li", "item");
      add(one, "strong", "name", item.name).dir = "auto";
      add(one, "p", "text", item.text).dir = "auto";
      if (item.was) add(one, "s", "was", item.was);
      add(one, "span", "price", item.price);
      var url = new URL(item.url);
      var ref = box.getAttribute("data-ref");
      if (ref) url.searchParams.set("ref", ref);
      var link = add(one, "a", "button", item.button);
      link.href = url;
      link.setAttribute("data-sente", "");
    });
  }
  function start() {
    d.querySelectorAll("[data-sente-prices]").forEach(function (box) {
      var slug = encodeURIComponent(box.getAttribute("data-sente-prices"));
      var lang = (box.closest("[lang]") || {}).lang || "";
      fetch(home + "/embed/prices/" + slug + ".json?hl=" + lang.slice(0, 2), { credentials: "omit" })
        .then(function (answer) {
          return answer.json();
        })
        .then(function (body) {
          if (body.data[0]) draw(box, body.data);
        })
        // The link inside the box stays.
        .catch(function () {});
    });
  }
  if (d.readyState === "loading") d.addEventListener("DOMContentLoaded", start);
  else start();
})();
