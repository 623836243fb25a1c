"use client";

import { useEffect } from "react";

const seconds = 4;

/** A page that shows work going on loads itself again until it is done, also without a script. Only where nothing is typed. */
export function ReloadSoon() {
  useEffect(() => {
    const timer = setTimeout(() => window.location.reload(), seconds * 1000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
