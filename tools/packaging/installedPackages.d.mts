export function installedPackages(repository: string): Promise<string[]>;
