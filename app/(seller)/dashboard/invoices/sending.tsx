import type { ComponentProps } from "react";
import { FieldForm } from "@/app/_forms/field-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Section } from "@/components/ui/blocks";
import { ShareBar } from "../share-bar";

/** By which of its customer's addresses a document goes out, and the button that sends it. */
export function Sending(
  props: Pick<ComponentProps<typeof FieldForm>, "action" | "submit"> & {
    hidden: Record<string, string>;
    /** Where its customer's addresses are written, while they may be. */
    edit?: string | undefined;
    of: { customerEmail: string | null; customerPhone: string | null; sentAt: Date | null };
    words: DashboardWords;
  },
) {
  const {
    of: { customerEmail, customerPhone, sentAt },
    words,
    action,
    hidden,
    submit,
    edit,
  } = props;
  const channels = [
    ...(customerEmail ? [{ value: "email", label: words.text("channel_email"), help: customerEmail }] : []),
    ...(customerPhone ? [{ value: "sms", label: words.text("channel_sms"), help: customerPhone }] : []),
  ];
  const value = channels.map((channel) => channel.value);
  const label = words.text("sendBy");
  return (
    <Section title={words.text(sentAt ? "sendAgain" : "send")}>
      <div className="pt-4">
        {channels.length === 0 ? (
          <p className="text-ink-2">
            {words.text("noAddress")}{" "}
            {edit ? <TextLink href={edit}>{words.text("changeIt")}</TextLink> : null}
          </p>
        ) : (
          <FieldForm
            {...{ action, hidden, submit }}
            fields={[{ kind: "boxes", name: "channels", label, value, options: channels }]}
          />
        )}
      </div>
    </Section>
  );
}

/** The ways to share it without our channels: its link, a chat, paper. */
export function GivingOut(props: Omit<ComponentProps<typeof ShareBar>, "codesOf"> & { note?: string }) {
  const { note, ...share } = props;
  return (
    <Section title={share.words.text("giveOut")}>
      <div className="grid gap-3 pt-4">
        {note ? <p className="max-w-[68ch] text-ink-2">{note}</p> : null}
        <ShareBar {...share} codesOf={null} />
      </div>
    </Section>
  );
}
