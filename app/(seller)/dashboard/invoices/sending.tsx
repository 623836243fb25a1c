import type { ComponentProps } from "react";
import { FieldForm } from "@/app/_forms/field-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Section } from "@/components/ui/blocks";
import { systemWorld } from "@/lib/services/desk/system-world";
import { ShareBar } from "../share-bar";

interface Addressed {
  customerEmail: string | null;
  customerPhone: string | null;
  sentAt: Date | null;
  isKept?: boolean;
}

/** Nobody has it yet, and nothing here sends it: its seller gives it out. */
export function isGivenOut({ customerEmail, customerPhone, sentAt, isKept }: Addressed): boolean {
  const { mailer, sms } = systemWorld();
  return isKept || (sentAt === null && !(mailer && customerEmail) && !(sms && customerPhone));
}

/** By which of its customer's addresses a document goes out, and the button that sends it. */
export function Sending(
  props: Pick<ComponentProps<typeof FieldForm>, "action" | "submit"> & {
    hidden: Record<string, string>;
    /** Where its customer's addresses are written, while they may be. */
    edit?: string | undefined;
    of: Addressed;
    words: DashboardWords;
  },
) {
  const { of, words, action, hidden, submit, edit } = props;
  const { customerEmail, customerPhone, sentAt } = of;
  const { sms } = systemWorld();
  const channels = [
    ...(customerEmail ? [{ value: "email", label: words.text("channel_email"), help: customerEmail }] : []),
    ...(customerPhone && sms
      ? [{ value: "sms", label: words.text("channel_sms"), help: customerPhone }]
      : []),
  ];
  const value = channels.map((channel) => channel.value);
  const label = words.text("sendBy");
  if (channels.length === 0 && customerPhone) return null;
  return (
    <Section title={words.text(sentAt && !of.isKept ? "sendAgain" : "send")}>
      <div className="pt-4">
        {channels.length === 0 ? (
          <p className="text-ink-2">
            {words.text("noAddress")}{" "}
            {edit ? <TextLink href={edit}>{words.text("changeIt")}</TextLink> : null}
          </p>
        ) : (
          <FieldForm
            {...{ action, hidden, submit }}
            look={isGivenOut(of) ? "secondary" : "primary"}
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
