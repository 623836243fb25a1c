import { Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";

/** In place of a form whose time is over, for example because it was sent before: why, and the way back. */
export function NothingToDo({ title, back }: { title: string; back: { href: string; text: string } }) {
  return (
    <div className="grid gap-4">
      <Notice tone="info" title={title} />
      <div>
        <ButtonLink href={back.href}>{back.text}</ButtonLink>
      </div>
    </div>
  );
}
