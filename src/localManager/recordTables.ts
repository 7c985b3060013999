/** The statements that create everything but the analytics tables. Ids come from `last_ids` and are never used twice. */
export const createRecordTables: readonly string[] = [
  `CREATE TABLE manager (name VARCHAR NOT NULL, value VARCHAR NOT NULL)`,
  `CREATE TABLE last_ids (kind VARCHAR NOT NULL, id INTEGER NOT NULL)`,
  `CREATE TABLE users (
    id INTEGER NOT NULL, email VARCHAR, login VARCHAR NOT NULL, admin BOOLEAN NOT NULL, name VARCHAR,
    enabled BOOLEAN NOT NULL, authentication_token VARCHAR NOT NULL, sensor_id INTEGER NOT NULL,
    rights VARCHAR NOT NULL)`,
  `CREATE TABLE sensors (
    id INTEGER NOT NULL, uuid VARCHAR NOT NULL, parent_id INTEGER, name VARCHAR NOT NULL, ip VARCHAR,
    type INTEGER NOT NULL, domain_type INTEGER NOT NULL, latitude DOUBLE, longitude DOUBLE,
    property VARCHAR NOT NULL, settings VARCHAR NOT NULL)`,
  `CREATE TABLE access_points (
    id INTEGER NOT NULL, sensor_id INTEGER NOT NULL, name VARCHAR NOT NULL, mac_address VARCHAR NOT NULL,
    ip_address VARCHAR, status INTEGER NOT NULL, latitude DOUBLE, longitude DOUBLE, x INTEGER, y INTEGER,
    description VARCHAR, clients INTEGER NOT NULL, uptime INTEGER NOT NULL, last_check_in TIMESTAMP,
    enrichment VARCHAR NOT NULL, settings VARCHAR NOT NULL, created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL)`,
  `CREATE TABLE inventory_records (
    type VARCHAR NOT NULL, id INTEGER NOT NULL, fields VARCHAR NOT NULL,
    created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL)`,
];
