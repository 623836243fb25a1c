import { prepareBuild } from "./start/build";

(await prepareBuild("npm run build"))();
