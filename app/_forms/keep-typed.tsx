"use client";

import { useEffect, useRef, useState } from "react";
import { type Keeping, useKeeping } from "@/components/dashboard/store-form";
import { Button } from "@/components/ui/button";
import { draftFields } from "@/lib/domain/opened-for";

/** Somebody who types is not interrupted: one request after a pause, and one on leaving. */
const pauseMs = 1_500;

/** In a form of a page that keeps what is typed. Without script its button does what the script does by itself. */
export function KeepTyped() {
  const keeping = useKeeping();
  return keeping ? <Keeper {...keeping} /> : null;
}

function Keeper({ page, opening, later, kept }: Keeping) {
  const mark = useRef<HTMLInputElement>(null);
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    const form = mark.current?.form;
    return form ? keepWhileTyping(form, () => setKept(true)) : undefined;
  }, []);
  return (
    <>
      <input ref={mark} type="hidden" name={draftFields.page} value={page} autoComplete="off" />
      <input type="hidden" name={draftFields.opening} value={opening} autoComplete="off" />
      <noscript>
        <Button name={draftFields.keep} value="yes" formNoValidate>
          {later}
        </Button>
      </noscript>
      <p role="status" className="text-label text-ink-2 empty:hidden">
        {isKept ? kept : ""}
      </p>
    </>
  );
}

function keepWhileTyping(form: HTMLFormElement, whenKept: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isNew = false;
  const url = "/dashboard/drafts";

  function typed() {
    const body = new FormData(form);
    body.set(draftFields.turn, String(Date.now()));
    return body;
  }
  async function send() {
    if (!isNew) return;
    isNew = false;
    // Whoever leaves while it is on its way loses nothing: it goes on without the page.
    const answer = await fetch(url, { method: "POST", body: typed(), keepalive: true }).catch(() => null);
    if (answer?.ok) whenKept();
    else isNew = true;
  }
  function note() {
    isNew = true;
    clearTimeout(timer);
    timer = setTimeout(send, pauseMs);
  }
  // Sent before the browser begins to leave: a browser that has much to do loses what a page sends while it goes.
  function follow({ target }: MouseEvent) {
    if (!(target instanceof Element) || !target.closest("a[href]")) return;
    clearTimeout(timer);
    void send();
  }
  function leave() {
    clearTimeout(timer);
    if (isNew) isNew = !navigator.sendBeacon(url, typed());
  }
  function hide() {
    if (document.visibilityState === "hidden") leave();
  }
  // The form itself is on its way: only what is typed after it, or after leaving, is sent.
  const pause = () => clearTimeout(timer);
  form.addEventListener("input", note);
  form.addEventListener("submit", pause);
  document.addEventListener("click", follow, true);
  window.addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", hide);
  return () => {
    leave();
    form.removeEventListener("input", note);
    form.removeEventListener("submit", pause);
    document.removeEventListener("click", follow, true);
    window.removeEventListener("pagehide", leave);
    document.removeEventListener("visibilitychange", hide);
  };
}
