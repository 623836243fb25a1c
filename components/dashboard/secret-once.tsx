import { Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/copy-button";
import { CopyField, type CopyLabels } from "@/components/ui/copy-field";
import { LeaveGuard } from "./leave-guard";

export type SecretOnceProps = {
  /** "Test key made", for example. */
  title: string;
  /** The name of the secret, for the field and for screen readers. */
  label: string;
  secret: string;
  /** Name of its line in a .env file, for example "SENTE_API_KEY". */
  envName: string;
  /** A command that works unchanged, with the secret filled in. */
  curl?: string | null;
  /** Where to go when it is saved. */
  doneHref: string;
  /** The secret can be shown again. Otherwise this page is the only one that ever shows it. */
  again?: boolean;
  words: SecretWords;
};

/** The texts around a secret. This component runs in the browser, which gets only these texts. */
export interface SecretWords extends CopyLabels {
  /** Whether and how it can be seen again. */
  means: string;
  request: string;
  download: string;
  /** The link to the next page. */
  done: string;
}

/** A secret, with every way to copy it. */
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
