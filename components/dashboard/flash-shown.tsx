"use client";

import { useEffect } from "react";

/**
 * Removes the cookie of a message that is on the screen. The page that a form's answer brings along is made before the
 * browser has the cookie, so without this the next page would show the message once more.
 */
export function FlashShown({ cookie }: { cookie: string }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser.
    document.cookie = `${cookie}=; Path=/; Max-Age=0; SameSite=Lax`;
  }, [cookie]);
  return null;
}
