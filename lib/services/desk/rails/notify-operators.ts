import { operatorsToMail, placeOf, queueMail } from "@/lib/services/core/queue-mail";
import type { Unit, World } from "@/lib/services/core/world";
import { type Said, said } from "@/lib/text/mail";

/** Mails all operators what was done, by whom and why, in the transaction of the act. `see`: a page about it. */
export async function notifyOperators(
  world: World,
  unit: Unit,
  act: { key: string; template: string; what: Said; effect: Said; reason: string; by: string; see?: string },
): Promise<void> {
  const operators = await operatorsToMail(unit);
  const { key, template, what, effect, reason, by } = act;
  const { site, service } = placeOf(world);
  const see = act.see ? said("see", { url: act.see }) : said("see_and_undo", { url: `${site}/ops/rails` });
  for (const { id, name, ...to } of operators)
    await queueMail(unit, {
      to,
      kind: "acted_by",
      template,
      values: { service, name, what, effect, reason, by, see },
      dedupeKey: `${key}/${id}`,
    });
}
