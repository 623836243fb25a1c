/**
 * Sends a form with a large file (upload-form.tsx), however long that takes, and shows how much of it is sent. Its door
 * answers where to go, or why the file was not taken.
 */
export function sendFile(form: HTMLFormElement, refused: (why: string) => void): void {
  const status = form.querySelector<HTMLElement>("[data-sent]");
  const show = (percent: number) => {
    const [bar, text] = status?.children ?? [];
    if (!status || !(bar instanceof HTMLProgressElement) || !text) return;
    status.hidden = false;
    bar.value = percent;
    text.textContent = (status.dataset.sent ?? "").replace("%p", String(percent));
  };
  const request = new XMLHttpRequest();
  request.upload.onprogress = ({ loaded, total }) => show(Math.floor((loaded / total) * 100));
  // Null where the line broke, or something else answered.
  request.responseType = "json";
  request.onloadend = () => {
    const { to, problem }: { to?: string; problem?: string } = request.response ?? {};
    if (request.status === 200 && to) return window.location.assign(to);
    if (status) status.hidden = true;
    refused(problem ?? form.dataset.broken ?? "");
  };
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  show(0);
  request.send(new FormData(form));
}
