import type { ReactNode } from "react";

export type EmptyStateProps = { sentence: ReactNode; action?: ReactNode; example?: ReactNode };

/** The next step, not a picture: a sentence, one action, one real example. */
export function EmptyState({ sentence, action, example }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-4 border-b border-rule py-6">
      <p className="max-w-[68ch] text-ink-2">{sentence}</p>
      {action}
      {example ? <div className="w-full">{example}</div> : null}
    </div>
  );
}
