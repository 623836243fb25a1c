import { type Choice, oneFound } from "@/app/_lists/filters";
import { foldTag } from "@/lib/domain/text";
import { type SubjectKind, usedTags } from "@/lib/services/billing/notes/notes";
import type { SellerAct } from "../seller-list";
import type { AtStore } from "../words";

const look = "inline-block max-w-full truncate rounded-sm border border-field px-1.5 text-note text-ink-2";

/** The tags of one row of a list. */
export function TagChips({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1 pt-1 cards:ms-2 cards:inline-flex cards:pt-0">
      {tags.map((tag) => (
        <bdi key={tag} className={look}>
          {tag}
        </bdi>
      ))}
    </span>
  );
}

/** The filter of a list by one of the tags in use. */
export const tagFilter = oneFound("tag");

/** The tags in use, and the one that the address names, in whatever case it does. */
export async function tagChoices(
  { world, caller }: AtStore,
  kind: SubjectKind,
  typed: string,
): Promise<Choice[]> {
  const used = await usedTags(world, caller, kind);
  const others = used.filter((tag) => foldTag(tag) !== foldTag(typed));
  const tags = typed ? [typed, ...others] : used;
  return tags.map((tag) => ({ value: tag, label: tag }));
}

/** They come first: Enter in the field of the tag presses the first button. */
export const tagActs: SellerAct[] = [
  { name: "tag", label: "bulk_tag", needs: "note.write", usesText: true },
  { name: "untag", label: "bulk_untag", needs: "note.write", usesText: true },
];

/** The field that they use, with the tags in use. */
export const tagText = { name: "tag", label: "tag", offers: "tag", maxLength: 40 } as const;
