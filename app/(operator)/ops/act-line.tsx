import { ButtonLink } from "@/components/ui/button";

/** Something that an operator can do: what it changes, word for word, and the way to it. */
export function ActLine(props: {
  href: string;
  label: string;
  effect: string;
  look?: "primary" | "secondary" | "danger";
}) {
  return (
    <li className="grid items-start gap-3 border-b border-rule py-3 sm:grid-cols-[1fr_auto]">
      <p className="max-w-[68ch] text-ink-2">{props.effect}</p>
      <ButtonLink href={props.href} look={props.look ?? "secondary"}>
        {props.label}
      </ButtonLink>
    </li>
  );
}
