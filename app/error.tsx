"use client";

import { AuthFrame } from "@/components/dashboard/auth-frame";
import { Button } from "@/components/ui/button";

/** Our fault. The digest finds the line in the log. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <AuthFrame
      serviceName="Sente"
      title="Something went wrong on our side"
      purpose="What you did last may not have been saved. Try again in a moment."
    >
      {error.digest ? <p className="text-ink-2">Reference {error.digest}</p> : null}
      <div>
        <Button type="button" look="primary" onClick={reset}>
          Try again
        </Button>
      </div>
    </AuthFrame>
  );
}
