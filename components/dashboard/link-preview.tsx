"use client";

import { type ReactNode, useEffect, useRef } from "react";

const waitMs = 400;

/**
 * A form beside a preview of its page. With script the preview follows the typing; without, the form's own button loads
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
  const frame = useRef<HTMLIFrameElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function follow(event: { target: EventTarget }) {
    const form = (event.target as HTMLInputElement).form;
    clearTimeout(timer.current);
    if (form) timer.current = setTimeout(() => show(form), waitMs);
  }

  function show(form: HTMLFormElement) {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      if (typeof value === "string" && !name.startsWith("$")) query.append(name, value);
    // Replaced, so that Back leaves the form instead of going through each typed letter.
    frame.current?.contentWindow?.location.replace(`${path}?${query}`);
  }

  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,30rem)_360px]">
      <div onInput={follow}>{children}</div>
      {/* Beside a long form the preview stays visible. */}
      <div className="lg:sticky lg:top-6 lg:self-start">
        <p className="mb-2 text-label text-ink-2">{caption}</p>
        <iframe
          ref={frame}
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
