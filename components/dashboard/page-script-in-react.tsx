"use client";

import { useEffect } from "react";
import { sayReactIsHere } from "./late-react";

/**
 * Tells the page's script that React is here. A built page has run it before (first-script.ts); a development server has no
 * such script, and React draws the page at once.
 */
export function PageScript() {
  useEffect(() => {
    sayReactIsHere();
    if (process.env.NODE_ENV === "development") void runInDevelopment();
  }, []);
  return null;
}

async function runInDevelopment(): Promise<void> {
  const { runPageScript } = await import("./page-script");
  runPageScript();
  await Promise.all([
    import("./counter"),
    import("./paper-lines"),
    import("./passkey"),
    import("./push"),
    import("./typed-beside"),
  ]);
}
