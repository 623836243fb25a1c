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
