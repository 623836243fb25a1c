/** The clients that are one file each: `folder` of sdk/ has them, and a build keeps them beside itself. */
export const otherClients = [
  { name: "sente.php", folder: "php" },
  { name: "sente.py", folder: "python" },
] as const;
