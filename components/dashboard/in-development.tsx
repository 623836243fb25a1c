"use client";

import { useEffect } from "react";

/** What a built page's first script runs (first-script.ts). A development server has no such script, and React draws the page. */
export function InDevelopment() {
  useEffect(() => void run(), []);
  return null;
}

let isRun = false;

async function run(): Promise<void> {
  const [{ listenOnPage, showOnPage }, { listenToSearch }] = await Promise.all([
    import("./page-script"),
    import("./search-keys"),
  ]);
  if (!isRun) {
    listenOnPage();
    listenToSearch(() => import("./palette"));
  }
  isRun = true;
  showOnPage();
  await Promise.all([
    import("./counter"),
    import("./paper-lines"),
    import("./passkey"),
    import("./place"),
    import("./push"),
    import("./typed-beside"),
  ]);
}
