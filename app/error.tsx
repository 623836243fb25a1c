"use client";

import { useSyncExternalStore } from "react";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import { Button } from "@/components/ui/button";
import { errorWords } from "./error-words";

/** Our fault. The digest finds the line in the log. */
export default function ErrorPage(props: { error: Error & { digest?: string }; reset: () => void }) {
  const { error, reset } = props;
  const cookies = useSyncExternalStore(
    () => () => {},
    () => document.cookie,
    () => "",
  );
  const words = errorWords(cookies);
  return (
    <div lang={words.lang}>
      <AuthFrame serviceName="Sente" title={words.faultTitle} purpose={words.faultPurpose}>
        {error.digest ? (
          <p className="text-ink-2">
            {words.faultReference} {error.digest}
          </p>
        ) : null}
        <div>
          <Button type="button" look="primary" onClick={reset}>
            {words.faultAgain}
          </Button>
        </div>
      </AuthFrame>
    </div>
  );
}
