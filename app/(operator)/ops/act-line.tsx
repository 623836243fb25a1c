import { ButtonLink } from "@/components/ui/button";

/** One possible action of an operator: its exact effect, and a link to it. */
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
