"use client";

import { useEffect, useState } from "react";

/** The zone of the browser, sent along with its form. Without scripts it is empty. */
export function BrowserZone() {
  const [zone, setZone] = useState("");
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""), []);
  return <input type="hidden" name="zone" value={zone} readOnly />;
}
