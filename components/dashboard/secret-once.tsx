import { ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code";
import { CopyField, type CopyLabels } from "@/components/ui/copy-field";
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
  /** It can be seen again. Without it this page is the only one that ever shows the secret. */
  again?: boolean;
  words: SecretWords;
};

/** The sentences around a secret: this part is the browser's, which is given no others. */
export interface SecretWords extends CopyLabels {
  /** Whether and how it can be seen again. */
  means: string;
  request: string;
  download: string;
  /** The way on. */
  done: string;
}

/** A secret, with every way to take it along. */
export function SecretOnce(props: SecretOnceProps) {
  const { title, label, secret, envName, curl, doneHref, again, words } = props;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${envName}=${secret}\n`)}`;
  return (
    <section className="grid max-w-[44rem] gap-4" aria-label={title}>
      <Notice tone="warn" title={title}>
        {words.means}
      </Notice>
      <CopyField label={label} value={secret} labels={words} />
      {curl ? <CodeBlock label={words.request}>{curl}</CodeBlock> : null}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={file} download={`${envName.toLowerCase()}.env`}>
          {words.download}
        </ButtonLink>
        {again ? (
          <ButtonLink look="primary" href={doneHref}>
            {words.done}
          </ButtonLink>
        ) : (
          <LeaveGuard href={doneHref}>{words.done}</LeaveGuard>
        )}
      </div>
    </section>
  );
}
