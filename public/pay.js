// Optional: each page works without it.
(function () {
  var d = document;
  function get(part, name) {
    return part.getAttribute("data-" + name);
  }
  function each(selector, act) {
    [].forEach.call(d.querySelectorAll(selector), act);
  }
  // A second press at once is dropped.
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
    link.onclick = function () {
      var field = d.getElementById("f-amount");
      field.value = get(link, "fill");
      field.dispatchEvent(new Event("input"));
      field.focus();
      return false;
    };
  });
  // The total follows what is typed.
  each("[data-total]", function (field) {
    var sum = d.getElementById("sum");
    var go = d.getElementById("go");
    var shown = d.querySelector("[name=shown]");
    if (!go || !shown) return;
    var one = +get(field, "each");
    var marks = get(field, "marks");
    var decimals = +get(field, "decimals");
    var unit = Math.pow(10, decimals);
    // 0 for no amount: the server says what is wrong.
    function minorOf(typed) {
      typed = typed.replace(/\s/g, "");
      if (one) return /^\d{1,4}$/.test(typed) && +typed <= +get(field, "max") ? one * typed : 0;
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
        get(field, "currency") +
        " " +
        String(Math.floor(minor / unit)).replace(/\B(?=(\d{3})+$)/g, marks[0]) +
        (part || unit > 100 ? marks[1] + String(unit + part).slice(1) : "");
      go.textContent = minor ? get(field, "total").replace("%", text) : get(field, "open");
      if (sum) sum.textContent = minor ? text : "";
      shown.value = minor || "";
    }
    field.addEventListener("input", follow);
    addEventListener("pageshow", follow);
  });
  // The network by the first digits; opens where they tell none.
  each("[data-before]", function (line) {
    var phone = d.getElementById("f-phone");
    var said = line.querySelector(".soft");
    var none = said.textContent;
    function tell() {
      var digits = phone.value.replace(/\D/g, "").replace(RegExp(get(line, "before")), "");
      var longest = 0;
      said.textContent = none;
      each("[data-is]", function (one) {
        var found = RegExp("^(" + get(one, "is") + ")").exec(digits);
        if (!found || found[1].length <= longest) return;
        longest = found[1].length;
        said.textContent = one.textContent;
      });
      if (!longest && digits.length > 7) line.open = true;
    }
    phone.addEventListener("input", tell);
    addEventListener("pageshow", tell);
  });
  each("[data-print]", function (button) {
    button.hidden = false;
    button.onclick = function () {
      print();
    };
  });
  each("[data-go]", function (part) {
    setTimeout(function () {
      if (part.href) location.href = part.href;
      else location.reload();
    }, get(part, "go") * 1000);
  });
  // A hint for the seller's own sites.
  each("[data-to]", function (part) {
    if (!window.opener) return;
    get(part, "to").split(" ").forEach(function (site) {
      opener.postMessage({ type: "sente:done", kind: get(part, "done") }, site);
    });
  });
  var started = Date.now();
  function passed() {
    return (Date.now() - started) / 1000;
  }
  each("[data-after]", function (part) {
    setTimeout(function () {
      part.hidden = false;
    }, get(part, "after") * 1000);
  });
  each("[data-left]", function (clock) {
    var left = +get(clock, "left");
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
    busy.open("GET", get(box, "poll"));
    busy.timeout = 15000;
    busy.onloadend = function () {
      var text = busy.status === 200 ? busy.responseText : "";
      busy = null;
      var found = /"key":"(.*?)"/.exec(text);
      if (found && found[1] !== get(box, "key") && !d.querySelector("#f-code:focus")) location.reload();
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
