"use client";

import { useEffect } from "react";

/** The dashboard's worker (public/sw.js). Its address carries the language of the page that it shows without a line. */
export function workerOf(language: string): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(`/sw.js?lang=${language}`, { scope: "/dashboard" });
}

/** Registers the worker once a page has loaded; a browser without workers does without. */
export function ServiceWorker({ language }: { language: string }) {
  useEffect(() => {
    if ("serviceWorker" in navigator) workerOf(language).catch(() => {});
  }, [language]);
  return null;
}
