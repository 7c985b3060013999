const page = (title: string, text: string): string => `<!DOCTYPE html>
<html>
<head><title>${title}</title></head>
<body>
<center><h1>${title}</h1></center>
<p>${text}</p>
</body>
</html>
`;

/** Pages of a web server in front of the manager, by status (field notes §1.4). */
export const pages = {
  200: page('Sign in', 'Please sign in to the network portal to go on.'),
  502: page('502 Bad Gateway', 'The web server got no answer from the manager.'),
  504: page('504 Gateway Time-out', 'The manager took too long.'),
} as const;
