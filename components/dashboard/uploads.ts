/** Forms of one file (upload-form.tsx): says how much of it is sent. The line breaks, and the file is still chosen. */
export function listenToUploads(): void {
  document.addEventListener(
    "submit",
    (event) => {
      const { target } = event;
      if (!(target instanceof HTMLFormElement) || target.dataset.progress === undefined) return;
      // Before the script that sends all other forms.
      event.preventDefault();
      if (!target.querySelector("progress")) send(target);
    },
    true,
  );
}

function send(form: HTMLFormElement): void {
  const { progress = "", broken = "" } = form.dataset;
  const line = form.querySelector("[data-line]") ?? document.createElement("p");
  line.setAttribute("data-line", "lineSending");
  line.setAttribute("role", "status");
  const bar = document.createElement("progress");
  bar.max = 100;
  const button = form.querySelector("button");
  const say = (percent: number) => {
    bar.value = percent;
    line.replaceChildren(bar, progress.replace("%p", String(percent)));
  };
  const fail = (why = broken) => {
    line.setAttribute("data-line", "lineRefused");
    line.replaceChildren(why);
    button?.removeAttribute("aria-busy");
  };
  const request = new XMLHttpRequest();
  request.upload.onprogress = ({ loaded, total }) => say(Math.floor((loaded / total) * 100));
  request.onerror = () => fail();
  request.onload = () => {
    const { to, problem } = answerOf(request.responseText);
    if (request.status === 200 && to) window.location.assign(to);
    else fail(problem);
  };
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  button?.setAttribute("aria-busy", "true");
  form.append(line);
  say(0);
  request.send(new FormData(form));
}

function answerOf(text: string): { to?: string; problem?: string } {
  try {
    return JSON.parse(text) as { to?: string; problem?: string };
  } catch {
    return {};
  }
}
