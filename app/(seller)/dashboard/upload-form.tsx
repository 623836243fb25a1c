import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";

export interface UploadTexts {
  label: string;
  help: string;
  submit: string;
  /** "%p % sent" */
  progress: string;
  broken: string;
}

/** Sends one file. A plain form without scripts; with them it shows how much is sent and stays on the page (uploads.ts). */
export function UploadForm({ action, name, texts }: { action: string; name: string; texts: UploadTexts }) {
  const { label, help, submit, progress, broken } = texts;
  return (
    <form
      action={action}
      method="post"
      encType="multipart/form-data"
      data-progress={progress}
      data-broken={broken}
      className="grid gap-3"
    >
      <Input type="file" name={name} label={label} help={help} required />
      <div>
        <Button>{submit}</Button>
      </div>
    </form>
  );
}
