import { copyLabels } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { CopyField } from "@/components/ui/copy-field";
import type { RailView } from "@/lib/services/desk/rails/read-rails";
import { railKindWords } from "./words";

/** Where each value of its set-up is found, and what to enter there. */
export function RailSteps({
  view: { kind, callbackUrl },
  words,
}: {
  /** Without an address where it stands somewhere else on the page. */
  view: Pick<RailView, "kind"> & { callbackUrl: string | null };
  words: DashboardWords;
}) {
  return (
    <>
      <ol className="list-decimal ps-6 pt-2">
        {railKindWords(kind, words).steps.map((step) => (
          <li key={step} className="max-w-[68ch] py-1.5 ps-1">
            {step}
          </li>
        ))}
      </ol>
      {callbackUrl ? (
        <div className="mt-3 grid max-w-[40rem] gap-1">
          <p className="text-label font-medium">
            {words.text(kind.isTold ? "callbackTold" : "callbackToPaste")}
          </p>
          <CopyField label={words.text("callbackUrl")} value={callbackUrl} labels={copyLabels(words)} />
          {isLocal(callbackUrl) ? (
            <p className="text-label text-ink-2">{words.text("callbackLocal")}</p>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** No stranger reaches it. */
export function isLocal(url: string): boolean {
  const { hostname, protocol } = new URL(url);
  return protocol !== "https:" || hostname === "localhost" || hostname.startsWith("127.");
}
