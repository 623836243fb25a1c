"use client";

import { useEffect } from "react";
import { sayReactIsHere } from "./late-react";
import { runPageScript } from "./page-script";

/** Runs the script of a page that React draws. Where React is not loaded at first, first-script.ts has run it already. */
export function PageScript() {
  useEffect(() => {
    sayReactIsHere();
    runPageScript();
  }, []);
  return null;
}
