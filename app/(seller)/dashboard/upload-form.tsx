import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { say } from "@/lib/domain/refusal";
import { problemText } from "@/lib/text/problem";

export interface UploadTexts {
  label: string;
  help: string;
  submit: string;
  words: DashboardWords;
}

/** Sends one large file. A plain form without scripts; with them it says how much is sent (send-form.ts). */
export function UploadForm({ action, name, texts }: { action: string; name: string; texts: UploadTexts }) {
  const { label, help, submit, words } = texts;
  return (
    <form
      action={action}
      method="post"
      encType="multipart/form-data"
      data-broken={problemText(words.lang, say("file_broken"))}
      className="grid gap-3"
    >
      <Input type="file" {...{ name, label, help }} required />
      <p role="status" data-sent={words.text("uploadProgress", { percent: "%p" })} hidden>
        <progress max={100} className="w-full accent-brand" />
        <span />
      </p>
      <div>
        <Button>{submit}</Button>
      </div>
    </form>
  );
}
