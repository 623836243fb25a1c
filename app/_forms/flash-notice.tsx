import { randomUUID } from "node:crypto";
import { rowsField } from "@/app/_lists/list";
import { ActionForm } from "@/components/dashboard/action-form";
import type { FormAction } from "@/components/dashboard/shell-types";
import { Notice } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { CopyField, type CopyLabels } from "@/components/ui/copy-field";
import { type Flash, flashShownPath, readFlash } from "@/lib/auth/sealed-cookie";

/** Shows the last action's message once, with the press that undoes it where the area has one. */
export async function FlashNotice({ undo, labels }: { undo?: FormAction; labels?: CopyLabels }) {
  const flash = await readFlash();
  if (!flash) return null;
  return (
    <div data-flash className="mb-6 outline-none">
      {/* Never from a cache; of low priority, or React would ask for it before the page. */}
      <img src={`${flashShownPath}?${randomUUID()}`} alt="" hidden fetchPriority="low" />
      <Notice tone={flash.tone} title={flash.text}>
        {flash.link ? (
          <a className="underline underline-offset-2" href={flash.link.href}>
            {flash.link.label}
          </a>
        ) : null}
        {flash.copies ? <PassOn copies={flash.copies} {...(labels && { labels })} /> : null}
        {flash.press && undo ? (
          <ActionForm to={{ action: undo, fields: flash.press.fields }}>
            {flash.press.rows.map((row) => (
              <input key={row} type="hidden" name={rowsField} value={row} />
            ))}
            <Button>{flash.press.label}</Button>
          </ActionForm>
        ) : null}
      </Notice>
    </div>
  );
}

function PassOn({ copies, labels }: { copies: NonNullable<Flash["copies"]>; labels?: CopyLabels }) {
  const { chat, ...field } = copies;
  return (
    <div className="grid max-w-[44rem] grid-cols-1 justify-items-start gap-2">
      <CopyField {...field} {...(labels && { labels })} />
      <ButtonLink href={`https://wa.me/?text=${encodeURIComponent(chat.text)}`} rel="noreferrer">
        {chat.label}
      </ButtonLink>
    </div>
  );
}
