// What stands beside a form follows its typing (link-preview.tsx).

const waitMs = 400;

function listenToPreviews(): void {
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
function showTypedBeside(changed: EventTarget | null = null): void {
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

listenToPreviews();
document.addEventListener("page-shown", () => showTypedBeside());
showTypedBeside();

export {};
