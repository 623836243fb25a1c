import type { ReactNode } from "react";

const waitMs = 400;

/**
 * A form beside a preview of its page. With a script the preview follows the typing; without, the form's own button loads
 * it in the frame of this name.
 */
export function LinkPreview({
  path,
  first,
  caption,
  title,
  children,
}: {
  path: string;
  first: string;
  /** Over the frame, and the frame's own name. */
  caption: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <div data-preview={path} className="grid gap-8 lg:grid-cols-[minmax(0,30rem)_360px]">
      <div>{children}</div>
      {/* Beside a long form the preview stays visible. */}
      <div className="lg:sticky lg:top-6 lg:self-start">
        <p className="mb-2 text-label text-ink-2">{caption}</p>
        <iframe
          name="preview"
          title={title}
          src={first}
          sandbox="allow-same-origin"
          className="h-[640px] w-full max-w-[360px] rounded-sm border border-field bg-sheet"
        />
      </div>
    </div>
  );
}

export function listenToPreviews(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener("input", ({ target }) => {
    const form = target instanceof Element ? target.closest("form") : null;
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
