import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#2196f3" stroke-width="1.6" stroke-linecap="round">
  <circle cx="12" cy="13" r="2.2"/><path d="M12 15.2V21"/>
  <path d="M7.8 17.2a6 6 0 0 1 0-8.4M16.2 8.8a6 6 0 0 1 0 8.4M4.9 20a10 10 0 0 1 0-14M19.1 6a10 10 0 0 1 0 14"/>
</svg>`;

/** The page that shows the document: under our own name and icon, and without a bar for loading other documents. */
export const page: FastifySwaggerUiOptions = {
  routePrefix: '/docs',
  uiConfig: { layout: 'BaseLayout' },
  logo: { type: 'image/svg+xml', content: icon },
  theme: {
    title: 'Manager API',
    favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
  },
};
