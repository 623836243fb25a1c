import { ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code";
import { CopyField } from "@/components/ui/copy-field";
import { Notice } from "@/components/ui/notice";
import { LeaveGuard } from "./leave-guard";

export type SecretOnceProps = {
  /** "Test key made", for example. */
  title: string;
  /** What the secret is called, for the field and its reader. */
  label: string;
  secret: string;
  /** Name of its line in a .env file, for example "SENTE_API_KEY". */
  envName: string;
  /** A command that works as it stands, with the secret filled in. */
  curl?: string | null;
  /** Where to go when it is saved. */
  doneHref: string;
  /** How it can be seen again. Without it this page is the only one that ever shows the secret. */
  again?: string;
};

/** A secret, with every way to take it along. */
export function SecretOnce({ title, label, secret, envName, curl, doneHref, again }: SecretOnceProps) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${envName}=${secret}\n`)}`;
  return (
    <section className="grid max-w-[44rem] gap-4" aria-label={title}>
      <Notice tone="warn" title={title}>
        {again ??
          "It is shown once. Save it now and keep it on your server. A lost one is replaced, not recovered."}
      </Notice>
      <CopyField label={label} value={secret} />
      {curl ? <CodeBlock label="A request that works">{curl}</CodeBlock> : null}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={file} download={`${envName.toLowerCase()}.env`}>
          Download .env
        </ButtonLink>
        {again ? (
          <ButtonLink look="primary" href={doneHref}>
            Done
          </ButtonLink>
        ) : (
          <LeaveGuard href={doneHref}>I have saved it</LeaveGuard>
        )}
      </div>
    </section>
  );
}
