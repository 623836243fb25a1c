import type { ReactNode } from "react";

const waitMs = 400;

/** A form beside what it makes: on a wide screen that stays visible, on a phone it is below. */
function Beside(props: { caption: string; preview: ReactNode; children: ReactNode; path?: string }) {
  return (
    <div data-preview={props.path} className="grid gap-8 lg:grid-cols-[minmax(0,30rem)_minmax(0,360px)]">
      <div className="min-w-0">{props.children}</div>
      <div data-beside className="min-w-0 max-w-[360px] lg:sticky lg:top-6 lg:self-start">
        <p className="mb-2 text-label text-ink-2">{props.caption}</p>
        {props.preview}
      </div>
    </div>
  );
}

/**
 * A form beside what payers see of it as it is typed: an example at first, and nothing without scripts. `title` and
 * `amount` are the ids of its fields, `pay` is on the button.
 */
export function BesideSample(props: {
  form: ReactNode;
  store: { name: string; currency: string };
  caption: string;
  title: string;
  example: string;
  amount: string;
  pay: string;
  children?: ReactNode;
}) {
  const { form, store, caption, title, example, amount, pay, children } = props;
  const sample = (
    <div className="grid gap-3 rounded-sm border border-field bg-sheet p-5 wrap-anywhere noscript:hidden">
      <bdi className="text-label text-ink-2">{store.name}</bdi>
      <canvas data-shows="picture" hidden width={640} height={1} className="w-full rounded-sm" />
      <p data-shows={title} className="text-title font-semibold">
        {example}
      </p>
      <p className="text-section">
        {store.currency} <span data-shows={amount}>0</span> {children}
      </p>
      <p data-shows="description" className="whitespace-pre-line text-ink-2 empty:hidden" />
      <p data-shows="customQuestion" className="font-medium empty:hidden" />
      <p aria-hidden className="rounded-sm bg-brand p-3 text-center font-semibold text-on-brand">
        {pay}
      </p>
    </div>
  );
  return <Beside {...{ caption, children: form }} preview={sample} />;
}

/**
 * A form beside a preview of its page. With a script the preview follows the typing; without, the form's own button loads
 * it in the frame of this name.
 */
export function LinkPreview(props: {
  path: string;
  first: string;
  caption: string;
  title: string;
  children: ReactNode;
}) {
  const { path, first, caption, title, children } = props;
  const frame = (
    <iframe
      name="preview"
      title={title}
      src={first}
      sandbox="allow-same-origin"
      className="h-[640px] w-full rounded-sm border border-field bg-sheet"
    />
  );
  return <Beside {...{ path, caption, children }} preview={frame} />;
}

export function listenToPreviews(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("input", ({ target }) => {
    const form = target instanceof Element ? target.closest("form") : null;
    showTypedBeside(target);
    const box = form?.closest<HTMLElement>("[data-preview]");
    clearTimeout(timer);
    if (form && box) timer = setTimeout(() => show(form, box), waitMs);
  });
}

function show(form: HTMLFormElement, box: HTMLElement): void {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && !name.startsWith("$")) query.append(name, value);
  // Replaced, so that Back leaves the form instead of going through each typed letter.
  box.querySelector("iframe")?.contentWindow?.location.replace(`${box.dataset.preview}?${query}`);
}

/** Shows what is typed in the places of the page that are for it; what is empty shows what stood there. */
export function showTypedBeside(changed: EventTarget | null = null): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-shows]")) {
    const field = document.getElementById(place.dataset.shows ?? "");
    place.dataset.example ??= place.textContent ?? "";
    if (place instanceof HTMLCanvasElement) {
      if (field instanceof HTMLInputElement && changed === field) void draw(place, field.files?.[0]);
    } else place.textContent = textOf(field) || place.dataset.example;
  }
}

function textOf(field: HTMLElement | null): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? "";
  if (field instanceof HTMLTextAreaElement) return field.value.trim();
  if (!(field instanceof HTMLInputElement)) return "";
  const isPlain = field.inputMode === "decimal" && /^\d+(\.\d+)?$/.test(field.value.trim());
  return isPlain ? Number(field.value).toLocaleString(document.documentElement.lang) : field.value.trim();
}

/** On a canvas, because pages may not load pictures from the device. */
async function draw(canvas: HTMLCanvasElement, file: File | undefined): Promise<void> {
  const picture = file && (await createImageBitmap(file).catch(() => null));
  canvas.hidden = !picture;
  if (!picture) return;
  canvas.height = Math.round((canvas.width * picture.height) / picture.width);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
}
