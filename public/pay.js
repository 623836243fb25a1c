// Optional. Every page does all it does without this file.
(function () {
  var d = document;
  function each(selector, act) {
    [].forEach.call(d.querySelectorAll(selector), act);
  }
  // A second press while the first is on its way is only a tap too many: it is dropped, the button stays alive.
  d.addEventListener("submit", function (event) {
    var form = event.target;
    if (form.method !== "post") return;
    if (form.sent && Date.now() - form.sent < 8000) return event.preventDefault();
    form.sent = Date.now();
    form.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", function () {
    each("form", function (form) {
      form.sent = 0;
      form.removeAttribute("aria-busy");
    });
  });
  each("[data-fill]", function (link) {
    link.addEventListener("click", function (event) {
      var field = d.getElementById("f-amount");
      if (!field) return;
      event.preventDefault();
      field.value = link.getAttribute("data-fill");
      field.dispatchEvent(new Event("input"));
      field.focus();
    });
  });
  // The total follows the number or the amount that is typed, and is then a total that was seen.
  each("[data-total]", function (field) {
    var sum = d.getElementById("sum");
    var go = d.getElementById("go");
    var shown = d.querySelector("[name=shown]");
    if (!go || !shown) return;
    var one = +field.getAttribute("data-each");
    var marks = field.getAttribute("data-marks");
    var decimals = +field.getAttribute("data-decimals");
    var unit = Math.pow(10, decimals);
    // Null for what is no amount or no number: the server says what is wrong with it.
    function minorOf(typed) {
      typed = typed.replace(/\s/g, "");
      if (one) return /^\d{1,4}$/.test(typed) && +typed <= +field.getAttribute("data-max") ? one * typed : 0;
      if (RegExp("^[1-9]\\d{0,2}(\\" + marks[0] + "\\d{3})+(?!\\d)").test(typed)) typed = typed.split(marks[0]).join("");
      var parts = /^(\d{1,11})(?:[.,](\d{1,2}))?$/.exec(typed);
      var rest = parts && parts[2] ? parts[2] : "";
      return parts && rest.length <= decimals ? parts[1] * unit + +(rest + "000").slice(0, decimals) : 0;
    }
    function follow() {
      var minor = minorOf(field.value);
      if (!minor && one) return;
      var part = minor % unit;
      var text =
        field.getAttribute("data-currency") +
        " " +
        String(Math.floor(minor / unit)).replace(/\B(?=(\d{3})+$)/g, marks[0]) +
        (part || unit > 100 ? marks[1] + String(unit + part).slice(1) : "");
      go.textContent = minor ? field.getAttribute("data-total").replace("%", text) : field.getAttribute("data-open");
      if (sum) sum.textContent = minor ? text : "";
      shown.value = minor || "";
    }
    field.addEventListener("input", follow);
    // Also what a browser put back into the field after Back.
    addEventListener("pageshow", follow);
  });
  each("[data-print]", function (button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      print();
    });
  });
  each("[data-go]", function (part) {
    setTimeout(function () {
      if (part.href) location.href = part.href;
      else location.reload();
    }, part.getAttribute("data-go") * 1000);
  });
  // Only a hint, and only for a window of one of the seller's own sites.
  each("[data-to]", function (part) {
    if (!window.opener) return;
    part.getAttribute("data-to").split(" ").forEach(function (site) {
      opener.postMessage({ type: "sente:done", kind: part.getAttribute("data-done") }, site);
    });
  });
  var started = Date.now();
  function passed() {
    return (Date.now() - started) / 1000;
  }
  each("[data-after]", function (part) {
    setTimeout(function () {
      part.hidden = false;
    }, part.getAttribute("data-after") * 1000);
  });
  each("[data-left]", function (clock) {
    var left = +clock.getAttribute("data-left");
    setInterval(function () {
      var s = Math.max(0, Math.round(left - passed()));
      clock.textContent = Math.floor(s / 60) + ":" + ("0" + (s % 60)).slice(-2);
    }, 1000);
  });
  var box = d.querySelector("[data-poll]");
  if (!box) return;
  var gaps = [3, 3, 5, 5, 8, 13, 20];
  var tries = 0;
  var timer;
  var busy;
  function plan() {
    clearTimeout(timer);
    if (passed() > 360) return;
    timer = setTimeout(ask, (gaps[tries] || 30) * (800 + 400 * Math.random()));
    tries += 1;
  }
  function ask() {
    clearTimeout(timer);
    if (busy || d.hidden) return;
    busy = new XMLHttpRequest();
    busy.open("GET", box.getAttribute("data-poll"));
    busy.timeout = 15000;
    busy.onloadend = function () {
      var text = busy.status === 200 ? busy.responseText : "";
      busy = null;
      var key;
      try {
        key = JSON.parse(text).key;
      } catch (e) {}
      if (key && key !== box.getAttribute("data-key") && !d.querySelector("#f-code:focus")) location.reload();
      else plan();
    };
    busy.send();
  }
  plan();
  addEventListener("online", ask);
  addEventListener("pageshow", function (event) {
    if (event.persisted) ask();
  });
  d.addEventListener("visibilitychange", ask);
})();
