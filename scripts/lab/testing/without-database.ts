import path from "node:path";

/** Forbids imports of the database in tests of the domain or the wire, because those tiers are pure. */
export function withoutDatabase(root: string) {
  const databaseDirectory = path.join(root, "lib", "db");
  return {
    name: "without-database",
    enforce: "pre" as const,
    resolveId(source: string, importer: string | undefined) {
      const target = source.startsWith("@/")
        ? path.join(root, source.slice(2))
        : path.resolve(path.dirname(importer ?? root), source);
      const isDriver = source === "pg" || source.startsWith("@prisma/");
      if (!isDriver && !target.startsWith(databaseDirectory)) return null;
      throw new Error(
        `${importer} imports ${source}: tests of lib/domain and lib/resources run without a database.`,
      );
    },
  };
}
